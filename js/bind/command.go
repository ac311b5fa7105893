package bind

import (
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/js"
)

// Buttons with a command. https://html.spec.whatwg.org/multipage/form-elements.html#attr-button-command

var (
	atomCommand    = atom.Static("command")
	atomCommandFor = atom.Static("commandfor")
)

// commandOf is the command of a button: "" for one that is not known.
func (w *Window) commandOf(button dom.NodeID) string {
	v := w.World.Store.Attr(button, atomCommand)
	if strings.HasPrefix(v, "--") {
		return strings.Clone(v)
	}
	switch v = lowerASCII(v); v {
	case "toggle-popover", "show-popover", "hide-popover", "close", "request-close", "show-modal":
		return v
	}
	return ""
}

// Command is HTMLButtonElement.command.
func (e HTMLButtonElement) Command() string { return e.w.commandOf(e.ID) }

// SetCommand sets HTMLButtonElement.command.
func (e HTMLButtonElement) SetCommand(v string) { e.setNamed("command", v) }

// buttonCommand does what a button with commandfor does; false: it has none.
func (w *Window) buttonCommand(button dom.NodeID) bool {
	s := w.World.Store
	target := w.World.attrElement(button, "commandfor")
	if target == 0 {
		return false
	}
	command := w.commandOf(button)
	custom := strings.HasPrefix(command, "--")
	popover := popoverMode(s, target) != ""
	dialog := s.IsHTMLElement(target, atomDialog)
	switch command {
	case "":
		return true
	case "close", "request-close", "show-modal":
		if !dialog {
			return true
		}
	default:
		if !custom && !popover {
			return true
		}
	}
	h := s.Handle(target)
	from := s.Handle(button)
	ev := &CommandEvent{Event: Event{typ: "command", cancelable: true, composed: true}, source: w.stateOf(button), command: command}
	if !w.fire(ev, NodeTarget(target)) || s.Resolve(h) == 0 || !s.IsConnected(target) || custom || w.closed {
		return true
	}
	source := s.Resolve(from)
	e := HTMLElement{nodeRef{w, target}}
	d := HTMLDialogElement(e)
	switch open := w.World.popoverOpen(target); command {
	case "hide-popover":
		if open {
			_ = e.hidePopover(true, true, source)
		}
	case "toggle-popover":
		if open {
			_ = e.hidePopover(true, true, source)
		} else {
			_ = e.showPopover(source)
		}
	case "show-popover":
		if !open {
			_ = e.showPopover(source)
		}
	case "show-modal":
		if !s.HasAttr(target, atomOpen) && !open {
			_ = d.showModal(source)
		}
	case "close", "request-close":
		value := Opt[string]{}
		if source != 0 {
			if v, ok := s.LookupAttr(source, atomValue); ok {
				value = Some(strings.Clone(v))
			}
		}
		if s.HasAttr(target, atomOpen) {
			if command == "close" {
				d.close(value, source)
			} else {
				d.requestClose(value, source)
			}
		}
	}
	return true
}

// CommandEvent is the state of a CommandEvent.
// https://html.spec.whatwg.org/multipage/interaction.html#the-commandevent-interface
type CommandEvent struct {
	Event
	source  *nodeState
	command string
}

func (e *CommandEvent) trace(t *js.Tracer) {
	e.Event.trace(t)
	e.source.mark(t)
}

// ConstructCommandEvent is new CommandEvent.
func ConstructCommandEvent(c *js.Call, typ string, i CommandEventInit) *CommandEvent {
	e := &CommandEvent{source: i.Source.state(), command: i.Command}
	e.init(c, typ, i.EventInit)
	return e
}

// Source is CommandEvent.source.
func (e *CommandEvent) Source(c *js.Call) js.Value {
	return e.sourceOf(windowOf(c.Realm()).World, e.source).value(c.Realm())
}

// Command is CommandEvent.command.
func (e *CommandEvent) Command() string { return e.command }
