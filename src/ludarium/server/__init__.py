"""The web application: people, tables, analyses and pages over HTTP and WebSockets."""
