import type { Family, FamilySetup, Protocol } from '../protocol.ts';
import { DIALECTS, type Dialect, encodeCommand, encodeIdentification, encodeRecords } from './encode.ts';
import { MEANINGS } from './meanings.ts';
import { createReplyReader } from './replies.ts';
import { createStreamDecoder } from './stream.ts';

const dialectOf = (dialect: string | undefined): Dialect => DIALECTS.find((each) => each === dialect) ?? DIALECTS[0];

/** Of a tracker without a password, which stands before the space. User name and password of the access point are left empty. */
const SETUP: FamilySetup = {
  models: 'Ruptela FM-Eco4, FM-Pro4, FM-Tco4, FM-Plug4, Trace5, HCV5, LCV5, Pro5',
  number: 'imei',
  isConfirmed: false,
  source: 'SMS command list of the FM-Eco (2018), 1.1.9: setconnection',
  sms: ({ host, port, apn }) => [` setconnection ${apn},,,TCP,${host},${port}`],
};

const FAMILIES = [{ name: 'Ruptela', meanings: MEANINGS, setup: SETUP }] as const satisfies readonly Family[];

/** Most records of this many values that a frame of either dialect holds. */
const MOST_RECORDS = 10;

/** Ruptela's trackers. Source: "Ruptela device protocol" 1.113. */
export const RUPTELA = {
  name: 'ruptela',
  title: 'Trackers (Ruptela, TCP)',
  port: { setting: 'RUPTELA_PORT', fallback: 5046, text: 'Ruptela trackers, TCP.' },
  knownBy: 'imei',
  transports: [
    {
      kind: 'tcp',
      open: createStreamDecoder,
      encodeCommand,
      device: {
        dialects: DIALECTS,
        maxRecords: MOST_RECORDS,
        encodeHello: encodeIdentification,
        encodePositions: ({ name, records, dialect }) => encodeRecords(name, records, dialectOf(dialect)),
        openReplies: createReplyReader,
        obey: (text) => (text.trim() === 'getio' ? 'DIN1=0,DIN2=0,DIN3=0,DIN4=0' : 'unknown command'),
      },
    },
  ],
  families: FAMILIES,
} as const satisfies Protocol;
