import { join } from 'node:path';
import { type LogProblem, verifyLog } from '../features/trips/sealing/service.ts';
import { openDatabase } from '../platform/database.ts';
import { openSealKeys, verifyingKeys } from '../platform/seal-keys.ts';
import { withOwnDatabase } from './own-database.ts';

await withOwnDatabase(async ({ config, url }) => {
  const db = openDatabase(url, { max: 2, name: 'spora verify-log' });
  try {
    const keys = await verifyingKeys(openSealKeys(join(config.dataDir, 'keys'), () => new Date()));
    const { units, seals, trips, problems } = await verifyLog(db, keys);
    console.log(
      `${units} units, ${seals} seals, ${trips} attested trips: ${problems.length === 0 ? 'as they were sealed.' : 'NOT as they were sealed.'}`,
    );
    for (const problem of problems) console.error(sentence(problem));
    if (problems.length > 0) process.exitCode = 1;
  } finally {
    await db.destroy();
  }
});

function sentence(problem: LogProblem): string {
  const where = `${problem.account}, ${problem.unit} (unit ${problem.unitId})`;
  switch (problem.kind) {
    case 'seal':
      return `${where}: seal ${problem.number} is broken (${problem.fault}).`;
    case 'unsealed':
      return `${where}: attestation ${problem.attestationId} has no seal.`;
    case 'stray':
      return `${where}: trip ${problem.tripId} claims an attestation that is not in force.`;
    case 'period':
      return `${where}: seal ${problem.number}, ${problem.field} of the period was sealed as ${JSON.stringify(problem.sealed)} and is ${JSON.stringify(problem.found)}.`;
    case 'trip':
      if (problem.field !== null)
        return `${where}: trip ${problem.tripId}, ${problem.field} was sealed as ${JSON.stringify(problem.sealed)} and is ${JSON.stringify(problem.found)}.`;
      return `${where}: trip ${problem.tripId} ${problem.found === null ? 'was sealed and is gone' : 'was not there when its period was sealed'}.`;
  }
}
