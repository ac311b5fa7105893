package js

// PromiseState is the state of a promise.
type PromiseState uint8

const (
	NotPromise PromiseState = iota // the value is no promise
	Pending
	Fulfilled
	Rejected
)
