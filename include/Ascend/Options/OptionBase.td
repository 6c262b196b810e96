//===- OptionBase.td - What can be said of an option -------*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_OPTIONS_OPTIONBASE_TD
#define ASCEND_OPTIONS_OPTIONBASE_TD

/// How a value is written.
class ValueKind<string metavar> {
  /// What --help shows for the value.
  string Metavar = metavar;
}
/// One word of Values.
def Word : ValueKind<"WORD">;
/// `--x` or `--x=on`: on; `--x=off`: off.
def Switch : ValueKind<"on|off">;
/// A number from Min to Max.
def Integer : ValueKind<"N">;
def Text : ValueKind<"TEXT">;
def File : ValueKind<"FILE">;
def Folder : ValueKind<"DIR">;
def FileOrFolder : ValueKind<"FILE|DIR">;

/// What a Python program may give in the place of a File's path, or of a Text
/// that is a list. Form: how the package writes it down.
class PythonValue<string type, string form> {
  string Type = type;
  string Form = form;
}
def NoPythonValue : PythonValue<"", "">;
/// A file of a line each.
def Lines : PythonValue<"Sequence[str]", "lines">;
/// A file of lines `KEY:VALUE`.
def Entries : PythonValue<"Mapping[str, str]", "entries">;
/// An ini file: of each section its keys and values.
def Sections : PythonValue<"Mapping[str, Mapping[str, str]]", "sections">;
def Json : PythonValue<"Mapping[str, Any]", "json">;
def SemicolonList : PythonValue<"Sequence[str]", ";">;
def CommaList : PythonValue<"Sequence[str]", ",">;
def Shapes : PythonValue<"Mapping[str, Sequence[int]]", "shapes">;

/// What becomes of an option.
class OptionClass<string letter, string meaning> {
  string Letter = letter;
  string Meaning = meaning;
}
def Acts : OptionClass<"A", "acts: it changes the decisions, the code or the run">;
def NoMeaning : OptionClass<"N", "accepted and checked; no effect in one CPU process">;
/// With NotBuilt: these values are refused. Without: all but the default are.
def NotBuiltYet : OptionClass<"P", "parsed and checked, not done yet: using it is an error">;

/// Who takes an option. A pass takes it under PassName.
class Taker<string enumerator, string title> {
  string Enumerator = enumerator;
  string Title = title;
}
def Atc : Taker<"Atc", "ascend-atc">;
def Run : Taker<"Run", "ascend-run">;
def Pass : Taker<"Pass", "passes">;
/// ascend-run where the model is a compiled file: what is left to say then.
def Asc : Taker<"Asc", ".asc files">;
/// ascend-atc with --mode=1, with 5 and with 6.
def Convert : Taker<"Convert", "--mode=1">;
def Dump : Taker<"Dump", "--mode=5">;
def Show : Taker<"Show", "--mode=6">;
/// ascendOptionsSet and the keyword arguments of ascend_mlir.compile.
def Api : Taker<"Api", "C and Python">;

/// What of CANN takes an option.
class Knower<string enumerator, string title> {
  string Enumerator = enumerator;
  string Title = title;
}
def AtcKnows : Knower<"Atc", "ATC">;
/// The options of a session of the TensorFlow adapter, or of GE.
def SessionKnows : Knower<"Session", "session">;

class OptionGroup<int order, string title> {
  int Order = order;
  string Title = title;
  string Doc = "";
}

class Option<string name, OptionGroup group> {
  string Name = name;
  OptionGroup Group = group;
  /// The pass spelling; empty: Name with dashes.
  string PassName = "";
  ValueKind Kind = Text;
  /// Of a File or Folder: it is an output.
  bit Written = false;
  /// Of a Folder: patterns of the files in it that are read, or written.
  list<string> FolderFiles = [];
  /// Of a File: its name ends in one of these; none: in anything. Streams have
  /// any name.
  list<string> Endings = [];
  PythonValue Python = NoPythonValue;
  /// What --help shows for the value; empty: that of Kind.
  string Metavar = "";
  /// Those of a Word; of a Switch, what it takes besides on and off.
  list<string> Values = [];
  /// A regular expression for the whole of a Text.
  string Pattern = "";
  /// What a command line means that gives no value.
  string Alone = "";
  /// For Integer.
  int Min = 0;
  int Max = 2147483647;
  string Default = "";
  /// The default in words where it is no single value.
  string DefaultDoc = "";
  /// An empty value is legal and means "not set", as in ATC.
  bit AllowsEmpty = false;
  /// Options that exclude this one.
  list<string> Conflicts = [];
  /// CANN's code for the conflict, if it has one; of two options the one that
  /// stands first gives it.
  string ConflictCode = "";
  /// Options without which it says nothing, and CANN's code for that.
  list<string> Needs = [];
  string NeedsCode = "E10004";
  /// Options of which one at least must be there for it to act: without them a
  /// warning says that it does not.
  list<string> ActsWith = [];
  /// What to use instead, if it is deprecated: that is said once.
  string Deprecated = "";
  OptionClass Class = Acts;
  /// For NoMeaning: why.
  string Reason = "";
  list<string> NotBuilt = [];
  /// CANN's code for a bad value; options of this project's own have none.
  string Code = "E10001";
  /// CANN's name of the parameter in errors; empty: Name.
  string ParameterName = "";
  /// CANN's sentence for a bad value; empty: the list of valid values.
  string InvalidReason = "";
  /// What to do about a bad value, beyond taking a valid one.
  string Mend = "";
  /// Values that CANN's command line lets through and its fusion engine
  /// refuses, with the code E20101.
  list<string> RefusedByEngine = [];
  /// Where a command line writes other words than passes and sessions: these,
  /// and the value that each one means, and CANN's code for any other word.
  list<string> CommandLineWords = [];
  list<string> CommandLineMeans = [];
  string CommandLineCode = "";
  list<Taker> Takers = [Atc, Run, Pass, Api];
  /// Families of chips (shortName of share/ascend/soc.json) that CANN's
  /// documents name as those that support it: those of 8.0 to 8.2 for
  /// Ascend310, of August 2026 for the others; none: all of them.
  list<string> Products = [];
  /// The environment variable that gives a value where the option does not.
  string Environment = "";
  /// Where and how the work is done, and not what comes of it: no report has
  /// it.
  bit Outside = false;
  /// This project's own: CANN does not know it.
  bit Own = false;
  /// A command that shows what it does, in a folder as examples/options is, and
  /// what it prints: blanks do not count, "…" is anything. Who begins with
  /// "error" or "{" is refused. Every option that acts has them; a test runs all.
  string Example = "";
  string Shows = "";
  /// One paragraph.
  string Doc = ?;
}

/// What GE, in its API and in --raw_ge_options, calls an option that has another
/// name there.
class GEName<string geName, string option> {
  string Name = geName;
  string Option = option;
}

/// Of all knowers this one alone takes these options.
class KnownOnlyTo<Knower knower, list<string> names> {
  Knower Of = knower;
  list<string> Names = names;
}

#endif // ASCEND_OPTIONS_OPTIONBASE_TD
