import { startCluster } from './cluster.ts';
import { readFileSync } from 'node:fs';
const c = await startCluster('/tmp/bench-data');
const file = process.argv[2]!;
await c.connect(process.argv[3] ?? 'ordering_1000000_1000_20000', async (db) => {
  for (const statement of readFileSync(file, 'utf8').split(';\n').filter((s) => s.trim())) {
    const r = await db.query(statement);
    for (const row of r.rows ?? []) console.log(Object.values(row).join(' | '));
    console.log('---');
  }
});
await c.stop(); process.exit();
