/* Stands for a serverless platform: `node invoke.mjs startHistory '{"from":"…","to":"…"}'` is one call, whose process then ends. */
const [name, payload = '{}'] = process.argv.slice(2);
const handlers = await import('./serverless/handlers.mjs');
const result = await handlers[name](JSON.parse(payload));
process.stdout.write(JSON.stringify(result), () => process.exit(0));
