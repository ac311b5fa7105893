// META: global=worker
test(() => {}, "worker alone");
