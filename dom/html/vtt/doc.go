// Package vtt parses WebVTT: files into cues, and the text of a cue into nodes. It works on strings and keeps nothing.
//
// https://www.w3.org/TR/webvtt1/
package vtt
