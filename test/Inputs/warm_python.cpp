//===- warm_python.cpp - Asks the Python that is warm to run a script -----===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Takes what Python takes. A script or -c goes to warm_python.py, whose socket
// ASCEND_WARM_PYTHON names; anything else, and everything where nothing is
// named or the environment tells Python more than its path, to Python itself.

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static bool isForWarmOne(int argc, char **argv) {
  bool isScript = argc > 1 && argv[1][0] != '-';
  bool isText = argc > 2 && std::strcmp(argv[1], "-c") == 0;
  auto begins = [](const char *text, const char *word) {
    return std::strncmp(text, word, std::strlen(word)) == 0;
  };
  for (char **entry = environ; *entry; ++entry)
    if (begins(*entry, "PYTHON") && !begins(*entry, "PYTHONPATH=") &&
        !begins(*entry, "PYTHONDONTWRITEBYTECODE="))
      return false;
  return isScript || isText;
}

static int failed(const char *what) {
  std::perror(what);
  return 125;
}

int main(int argc, char **argv) {
  const char *path = std::getenv("ASCEND_WARM_PYTHON");
  if (!path || !isForWarmOne(argc, argv)) {
    argv[0] = const_cast<char *>(PYTHON);
    execv(PYTHON, argv);
    return failed(PYTHON);
  }
  sockaddr_un address = {AF_UNIX, {}};
  if (std::strlen(path) >= sizeof address.sun_path) {
    std::fprintf(stderr, "%s is too long for a socket\n", path);
    return 125;
  }
  std::strcpy(address.sun_path, path);
  int server = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (server < 0 || connect(server, reinterpret_cast<sockaddr *>(&address),
                            sizeof address) != 0)
    return failed(path);

  char *folder = getcwd(nullptr, 0);
  if (!folder)
    return failed("the current folder");
  std::string text(folder);
  text += '\0';
  for (int number = 1; number < argc; ++number)
    (text += argv[number]) += '\0';
  for (char **word = environ; *word; ++word)
    if (std::strchr(*word, '='))
      (text += *word) += '\0';

  uint32_t head[2] = {static_cast<uint32_t>(text.size()),
                      static_cast<uint32_t>(argc - 1)};
  iovec part = {head, sizeof head};
  int streams[3] = {0, 1, 2};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof streams)] = {};
  msghdr message = {};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  cmsghdr *rights = CMSG_FIRSTHDR(&message);
  rights->cmsg_level = SOL_SOCKET;
  rights->cmsg_type = SCM_RIGHTS;
  rights->cmsg_len = CMSG_LEN(sizeof streams);
  std::memcpy(CMSG_DATA(rights), streams, sizeof streams);
  if (sendmsg(server, &message, MSG_NOSIGNAL) != sizeof head)
    return failed("the warm Python's socket");
  for (size_t sent = 0; sent < text.size();) {
    ssize_t size =
        send(server, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
    if (size <= 0)
      return failed("the warm Python's socket");
    sent += size;
  }

  // A pipe that this process holds, too, would not end with the script's.
  for (int stream : streams)
    close(stream);
  int32_t status;
  if (recv(server, &status, sizeof status, MSG_WAITALL) != sizeof status)
    return 125;
  if (WIFSIGNALED(status)) {
    std::signal(WTERMSIG(status), SIG_DFL);
    raise(WTERMSIG(status));
  }
  return WEXITSTATUS(status);
}
