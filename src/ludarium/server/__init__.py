"""The web application: people, tables, studies and pages over HTTP and WebSockets."""
