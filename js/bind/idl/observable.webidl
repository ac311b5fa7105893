callback SubscribeCallback = undefined (Subscriber subscriber);
callback ObserverCallback = undefined (any value);
callback ObservableInspectorAbortHandler = undefined (any value);
callback Predicate = boolean (any value, unsigned long long index);
callback Reducer = any (any accumulator, any currentValue, unsigned long long index);
callback Mapper = any (any value, unsigned long long index);
callback Visitor = undefined (any value, unsigned long long index);
callback CatchCallback = any (any value);

[Exposed=*]
interface Subscriber {
	readonly attribute boolean active;
	readonly attribute AbortSignal signal;
	undefined addTeardown(VoidFunction teardown);
	undefined complete();
	undefined error(any error);
	undefined next(any value);
};

dictionary Observer {
	ObserverCallback next;
	ObserverCallback error;
	VoidFunction complete;
};

dictionary ObservableInspector {
	ObserverCallback next;
	ObserverCallback error;
	VoidFunction complete;
	VoidFunction subscribe;
	ObservableInspectorAbortHandler abort;
};

dictionary SubscribeOptions {
	AbortSignal signal;
};

[Exposed=*]
interface Observable {
	constructor(SubscribeCallback callback);
	static Observable from(any value);
	Observable catch(CatchCallback callback);
	Observable drop(unsigned long long amount);
	Promise<boolean> every(Predicate predicate, optional SubscribeOptions options = {});
	Observable filter(Predicate predicate);
	Observable finally(VoidFunction callback);
	Promise<any> find(Predicate predicate, optional SubscribeOptions options = {});
	Promise<any> first(optional SubscribeOptions options = {});
	Observable flatMap(Mapper mapper);
	Promise<undefined> forEach(Visitor callback, optional SubscribeOptions options = {});
	Observable inspect(optional (ObserverCallback or ObservableInspector) inspectorUnion = {});
	Promise<any> last(optional SubscribeOptions options = {});
	Observable map(Mapper mapper);
	Promise<any> reduce(Reducer reducer, optional any initialValue, optional SubscribeOptions options = {});
	Promise<boolean> some(Predicate predicate, optional SubscribeOptions options = {});
	undefined subscribe(optional (ObserverCallback or Observer) observerUnion = {}, optional SubscribeOptions options = {});
	Observable switchMap(Mapper mapper);
	Observable take(unsigned long long amount);
	Observable takeUntil(Observable notifier);
	Promise<sequence<any>> toArray(optional SubscribeOptions options = {});
};

dictionary ObservableEventListenerOptions {
	boolean capture = false;
	boolean passive;
};

partial interface EventTarget {
	Observable when(DOMString type, optional ObservableEventListenerOptions options = {});
};
