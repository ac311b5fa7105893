test(() => assert_equals(typeof document, "object"), "window");
