"""The server: HTTP, WebSocket, rooms and storage for games that outlive a process."""
