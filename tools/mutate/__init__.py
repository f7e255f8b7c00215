"""Would the tests notice? Small changes of the code and the schemas, and who of the tests fails."""
