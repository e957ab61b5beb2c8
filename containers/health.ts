/** What a container's health check runs: exit code 0 when the service in it answers 200 at the path given. */
const [path = '/livez'] = process.argv.slice(2);
const { PORT = '8080' } = process.env;
const response = await fetch(`http://127.0.0.1:${PORT}${path}`).catch(() => undefined);
process.exit(response?.ok ? 0 : 1);
