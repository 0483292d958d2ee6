#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Static server for development: right types, nothing cached, usable from sandboxed frames."""
import argparse
import functools
import http.server
import os
import sys


class Handler(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    extensions_map = {
        ".html": "text/html; charset=utf-8",
        ".js": "text/javascript; charset=utf-8",
        ".mjs": "text/javascript; charset=utf-8",
        ".css": "text/css; charset=utf-8",
        ".json": "application/json",
        ".wasm": "application/wasm",
        ".svg": "image/svg+xml",
        ".png": "image/png",
        ".ttf": "font/ttf",
        ".webmanifest": "application/manifest+json",
        "": "application/octet-stream",
    }

    def end_headers(self):
        self.send_header("Cache-Control", "no-cache")
        self.send_header("X-Content-Type-Options", "nosniff")
        # A frame with sandbox="allow-scripts" has the origin `null`.
        self.send_header("Access-Control-Allow-Origin", "*")
        super().end_headers()

    def log_request(self, code="-", size="-"):
        if int(code) >= 400:
            super().log_request(code, size)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("directory")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--bind", default="127.0.0.1", help="0.0.0.0 serves other machines too")
    arguments = parser.parse_args()
    if not os.path.isfile(os.path.join(arguments.directory, "index.html")):
        sys.exit(f"{arguments.directory} holds no index.html")
    handler = functools.partial(Handler, directory=arguments.directory)
    try:
        server = http.server.ThreadingHTTPServer((arguments.bind, arguments.port), handler)
    except (OSError, OverflowError) as error:
        sys.exit(f"cannot serve on port {arguments.port}: {error}; give another: shell/serve PORT")
    print(f"Trireme is on http://localhost:{server.server_port}  (Ctrl+C ends)", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        print()


main()
