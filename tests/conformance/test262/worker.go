package test262

// worker runs tests one after the other.
type worker struct {
	o Options
}

func newWorker(o Options) *worker { return &worker{o} }

func (w *worker) run(t *Test) string { return parseTest(t) }
