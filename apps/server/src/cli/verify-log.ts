import { join } from 'node:path';
import { readCommand } from '../../../../scripts/command-line.mjs';
import { logKeptSince } from '../features/attestation/sealing/rules.ts';
import { type LogProblem, verifyLog, witnessRest } from '../features/attestation/sealing/service.ts';
import { openDatabase } from '../platform/database/database.ts';
import { openSealKeys, verifyingKeys } from '../platform/secrets/seal-keys.ts';
import { openSealWitness, WITNESS_FILE } from '../platform/secrets/seal-witness.ts';
import { withMigratedDatabase } from './own-database.ts';

readCommand('verify-log');
await withMigratedDatabase(async ({ config, url }) => {
  const db = openDatabase(url, { max: 2, name: 'spora verify-log' });
  try {
    const keys = await verifyingKeys(openSealKeys(join(config.dataDir, 'keys'), () => new Date()));
    const witness = openSealWitness(join(config.dataDir, 'keys', WITNESS_FILE));
    const testimony = await witness.read();
    const keptSince = logKeptSince(new Date());
    // At one moment: who opens a period and changes a trip meanwhile has changed nothing behind anybody's back.
    const { units, seals, trips, problems, renamed } = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((tx) => verifyLog(tx, keys, { testimony, keptSince }));
    console.log(
      `${units} units, ${seals} seals, ${trips} attested trips: ${problems.length === 0 ? 'as they were sealed.' : 'NOT as they were sealed.'}`,
    );
    for (const problem of problems) console.error(sentence(problem));
    if (renamed.length > 0) console.log(`${renamed.length} names, numbers or zones are others than when they were sealed:`);
    for (const one of renamed) console.log(sentence(one));
    const told = await witnessRest(db, witness, keys);
    if (told > 0)
      console.log(`${told} seals were not in the witness file yet and are from now on; it had ${testimony.seals.length}.`);
    const { unreadable } = await witness.read();
    if (unreadable > 0) console.error(`${unreadable} lines of the witness file cannot be read.`);
    if (problems.length + unreadable > 0) process.exitCode = 1;
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
    case 'withheld':
      return `${where}: the document of seal ${problem.number} lacks fields that are not old enough to be forgotten.`;
    case 'gone':
      return `${where}: seal ${problem.number} of ${problem.at} is in the witness file and not in the database.`;
    case 'period':
      return `${where}: seal ${problem.number}, ${problem.field} of the period was sealed as ${JSON.stringify(problem.sealed)} and is ${JSON.stringify(problem.found)}.`;
    case 'trip':
      if (problem.field !== null)
        return `${where}: trip ${problem.tripId}, ${problem.field} was sealed as ${JSON.stringify(problem.sealed)} and is ${JSON.stringify(problem.found)}.`;
      return `${where}: trip ${problem.tripId} ${problem.found === null ? 'was sealed and is gone' : 'was not there when its period was sealed'}.`;
  }
}
