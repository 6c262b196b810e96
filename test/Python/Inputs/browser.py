# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Debian's Chromium without a window, for pages in files."""

import contextlib
import io
import json
import os
import pathlib

import numpy as np
from PIL import Image
from selenium import webdriver
from selenium.webdriver.common.actions.wheel_input import ScrollOrigin
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait


class Browser:
    """A page in it. It says what the page asked for, and what it complained of."""

    def __init__(self, driver):
        self.driver = driver
        self._asked = []

    def open(self, path):
        self.driver.get(pathlib.Path(path).absolute().as_uri())

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def wait(self, script, seconds=30):
        """What the script returns once that is true."""
        return WebDriverWait(self.driver, seconds, 0.05).until(lambda _: self.run(script))

    def frames(self):
        """Until what was asked for is painted."""
        self.driver.execute_async_script("const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(done))")

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def text(self, selector):
        return self.find(selector).text

    def type(self, selector, *keys):
        self.find(selector).send_keys(*keys)

    def click(self, selector, x=None, y=None):
        """The middle of an element, or a point counted from its upper left corner."""
        element = self.find(selector)
        if x is None:
            element.click()
            return
        size = element.size
        chain = webdriver.ActionChains(self.driver, duration=0)
        chain.move_to_element_with_offset(element, round(x - size["width"] / 2), round(y - size["height"] / 2)).click().perform()

    def wheel(self, selector, delta):
        origin = ScrollOrigin.from_element(self.find(selector))
        webdriver.ActionChains(self.driver).scroll_from_origin(origin, 0, delta).perform()

    def pixels(self, selector):
        """What an element looks like, as [height, width, 3]."""
        self.frames()
        return np.asarray(Image.open(io.BytesIO(self.find(selector).screenshot_as_png)).convert("RGB"))

    def prefer(self, scheme):
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def asked(self):
        """The addresses that were asked for so far."""
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                self._asked.append(message["params"]["request"]["url"])
        return self._asked

    def complaints(self):
        return [entry["message"] for entry in self.driver.get_log("browser")]


@contextlib.contextmanager
def browser(width=1500, height=1100):
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    for word in ("--headless=new", f"--window-size={width},{height}", "--disable-dev-shm-usage", "--force-device-scale-factor=1",
                 "--hide-scrollbars", "--disable-background-networking", "--disable-component-update"):  # fmt: skip
        options.add_argument(word)
    if os.geteuid() == 0:
        # Its sandbox does not start as root.
        options.add_argument("--no-sandbox")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    # A sanitizer's runtime is for the package, not for it, and so is what scripts/as-avx2 loads.
    own = {name: value for name, value in os.environ.items() if name not in ("LD_PRELOAD", "LD_AUDIT")}
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver", env=own))
    try:
        yield Browser(driver)
    finally:
        driver.quit()


ENTER, ESCAPE, DOWN = Keys.ENTER, Keys.ESCAPE, Keys.ARROW_DOWN
