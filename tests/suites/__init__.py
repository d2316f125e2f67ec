"""Other people's test suites, which are fetched by whoever runs this and are no part of this project."""
