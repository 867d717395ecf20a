const r=()=>process.memoryUsage().rss>>20; console.log(r());
for (const f of ['./dist/src/tax-service/index.js','./dist/src/state/sqlite/sqlite-record-book.js','./dist/connectors/shopify/index.js','./dist/src/sync/index.js']) { await import(f); console.log(f, r()); }
