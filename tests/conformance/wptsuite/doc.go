// Package wptsuite runs web-platform-tests on pages of niso, without wptserve and without sockets.
//
// A [Tree] is a checkout of the tests. It is served by an http.Handler (server.go) as every origin there is, so that pages may frame and fetch across
// origins; what wptserve makes of a file by its name, Tree makes too: wrappers of .any.js and .window.js files, .headers files, {{…}} in .sub. files. Handlers written in
// Python are not run: tests that name one are left out. Tests that need a driver for input (testdriver.js) get one (driver.go): it sends the page what a user's
// devices would; what it cannot do rejects.
//
// A test is run in a browser of its own with a viewport of 800×600 and a virtual clock, so that the harness's timeouts are those of the page's clock and
// not of a busy machine. The results come from the harness by a report script (report.js) that takes the place of the tree's
// /resources/testharnessreport.js. A [Pool] runs many tests in processes of their own: a test that ends its process is a crash of that test alone.
//
// A file with variants is run once, without one: harnesses that select subtests by their URL then run all of them. Those of tests with a driver mean kinds of
// devices, and are run each.
//
// https://web-platform-tests.org/
package wptsuite
