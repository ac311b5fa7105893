// As much of testdriver.js as the tests of this folder need.
window.test_driver_internal = {};
