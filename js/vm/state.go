package vm

import (
	"math/rand/v2"
	"sync/atomic"
	"time"

	"github.com/niso-engine/niso/js/vm/regexp"
)

// state is what the parts of the package beside the interpreter keep in a runtime.
type state struct {
	interruptReason atomic.Pointer[error]

	jobs      []job
	jobHead   int
	codeBytes int // of programs and functions, counted as external
	jobBytes  int // of the queue, counted as external
	reactions []Value
	rejection func(p Ref, handled bool) // HostPromiseRejectionTracker

	iterShape Ref // shape of iterator results, last one made

	weak weakState

	modules      []*Module
	freeModules  []uint32
	asyncModules int
	proxyDepth   int
	preparing    bool // prepareStackTrace runs

	regexps     map[regexpKey]*regexp.Program
	regexpBytes int // what regexps holds
	regexpRows  []regexpSlot
	matcher     *regexp.Matcher
	lastMatch   lastMatch
	joins       []Ref // arrays that are being joined: cycles give the empty string
	buffers     []*bufferRow
	freeBuffers []int

	mayWait    bool // Atomics.wait may block
	mail       mailbox
	asyncWaits atomic.Int32 // promises of Atomics.waitAsync that are pending
	rand       *rand.Rand
	location   *time.Location // nil: the system's
	now        func() float64 // nil: the system's clock

	traceRoots func()
	onDrop     func(alive func(o Ref) bool)

	hostClasses []*HostClass
	hostCounts  []int
	hosts       []hostRow
	freeHosts   []uint32
	hostDrop    func(state any)

	undetectable bool // some host object was made that is (HostClass.Undetectable)
	lazyHost     map[Ref]lazyHost
	lazyMake     func(r *Realm, n uint32) Value
}

func (rt *Runtime) initState() {
	rt.mail.note = make(chan struct{}, 1)
	rt.rand = rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
}

// SetSeed makes Math.random deterministic.
func (rt *Runtime) SetSeed(seed uint64) { rt.rand = rand.New(rand.NewPCG(seed, seed)) }

func (rt *Runtime) random() float64 { return rt.rand.Float64() }
