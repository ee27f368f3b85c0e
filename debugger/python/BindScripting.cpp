//===- BindScripting.cpp - What scripts add to the debugger ---------------===//

#include "python/Objects.h"

#include <pybind11/eval.h>

namespace mlir::trackdbg {

// In Python, because users derive from these classes. What they ask of the
// debugger is put into `_debugger` by the plugin; elsewhere it stays empty.
static constexpr const char *kSource = R"python(
_debugger = {}
_commands = {}
_breakpoints = {}

def _ask(question, *arguments):
    if question not in _debugger:
        raise Error("This Python does not run inside the debugger; commands "
                    "can only be run by the command 'python'.")
    return _debugger[question](*arguments)

def parse_and_eval(expression):
    """The value of an expression at the stop, as `print` shows it.

    None stands for void."""
    return _ask("evaluate", expression)

def convenience_variable(name):
    """The value of `$name`; None where it is void."""
    return _ask("evaluate", "$" + name)

def set_convenience_variable(name, value):
    """Sets `$name` to a text, a number, a truth, or None for void."""
    _ask("set", name, value)

class Command:
    """A command of the debugger. The docstring of its class is its help."""

    def __init__(self, name, command_class=None):
        own = type(self)
        _ask("define", name, (own.__doc__ or "") if own is not Command else "")
        _commands[name] = self

    def invoke(self, argument, from_tty):
        """What it does; `argument` is what was typed after its name."""
        raise NotImplementedError("the command has no method invoke")

class Breakpoint:
    """A breakpoint. A method `stop` of a derived class decides whether to stop."""

    def __init__(self, spec, condition=None, temporary=False):
        self._location = spec
        execute(("tbreak " if temporary else "break ") + spec +
                (" if " + condition if condition else ""))
        self._number = parse_and_eval("$bpnum")
        _breakpoints[self._number] = self

    def stop(self):
        """Whether to stop; called in the debugger after its condition was true."""
        return True

    def is_valid(self):
        """Whether it has not been deleted."""
        return _ask("breakpoint", self._number) is not None

    def delete(self):
        """Deletes it."""
        execute(f"delete {self._number}")
        _breakpoints.pop(self._number, None)

    def _told(self, what):
        told = _ask("breakpoint", self._number)
        if told is None:
            raise Error(f"No breakpoint number {self._number}.")
        return told[what]

    @property
    def number(self):
        """Its number."""
        return self._number

    @property
    def location(self):
        """The place that it was made for."""
        return self._location

    @property
    def hit_count(self):
        """How often it was hit in this run."""
        return self._told("hits")

    @property
    def condition(self):
        """The condition of a hit, or None. Can be set."""
        return self._told("condition") or None

    @condition.setter
    def condition(self, text):
        execute(f"condition {self._number} {text or ''}")

    @property
    def enabled(self):
        """Whether it stops at all. Can be set."""
        return self._told("enabled")

    @enabled.setter
    def enabled(self, wanted):
        execute(f"{'enable' if wanted else 'disable'} {self._number}")

    @property
    def ignore_count(self):
        """Hits that will be passed over. Can be set."""
        return self._told("ignore_count")

    @ignore_count.setter
    def ignore_count(self, count):
        execute(f"ignore {self._number} {count}")

class StopEvent:
    """The compiler has stopped at an action."""
    breakpoints: list[int]
    action: int
    tag: str
    name: str
    text: str
    when: str
    interrupted: bool

class ExitedEvent:
    """The command has ended; `exit_code` is None where a signal ended it."""
    exit_code: "int | None"

class EventRegistry:
    """Functions that are called with an event, in the order they came.

    One that fails does not keep the others from being called."""

    def __init__(self):
        self._functions = []

    def connect(self, function):
        """From now on, calls it."""
        self._functions.append(function)

    def disconnect(self, function):
        """No longer calls it."""
        self._functions.remove(function)

class events:
    """The events: `events.stop.connect(function)` registers a function."""
    stop: EventRegistry
    exited: EventRegistry

events.stop = EventRegistry()
events.exited = EventRegistry()

def _note(fields):
    event = ExitedEvent() if "exit_code" in fields else StopEvent()
    vars(event).update(fields)
    registry = events.exited if "exit_code" in fields else events.stop
    for function in list(registry._functions):
        yield lambda: function(event)

def _decides(number):
    """The method that decides on stops of that breakpoint, or None."""
    breakpoint = _breakpoints.get(number)
    own = type(breakpoint)
    return breakpoint.stop if getattr(own, "stop", None) not in (
        None, Breakpoint.stop) else None
)python";

void bindScripting(py::module_ &module) {
  py::exec(kSource, module.attr("__dict__"));
}

} // namespace mlir::trackdbg
