import { PLAIN_MEANINGS } from '../avl/plain.ts';
import type { CommandSubject, Family, FamilySetup, Protocol } from '../protocol.ts';
import { DIALECTS, type Dialect, encodeCommand, encodeLogin, encodePosition } from './encode.ts';
import { createReplyReader } from './replies.ts';
import { createStreamDecoder } from './stream.ts';

const dialectOf = (dialect: string | undefined): Dialect => DIALECTS.find((each) => each === dialect) ?? DIALECTS[0];

/** What a tracker answers to the commands of its document; others it does not know. */
const obey = (text: string, { outputs }: CommandSubject): string => {
  const relay = /^RELAY,([01])#$/.exec(text);
  if (relay === null) return text === 'STATUS#' ? 'Battery:4.1V,NORMAL; GPRS:Link Up' : 'Command error!';
  outputs[0] = relay[1] === '1';
  return relay[1] === '1' ? 'Cut off the fuel supply: Success!' : 'Restore fuel supply: Success!';
};

const isAddress = (host: string): boolean => /^[\d.]+$/.test(host);

/** The time zone is set to UTC, since not every model tells the one it has. */
const SETUP: FamilySetup = {
  models: 'Concox GT06, GT06N, GT06E, TR06, WeTrack2, JM-VL01, JM-VL03',
  number: 'imei',
  isConfirmed: false,
  source: 'command list of the GT06N: APN, SERVER (1: name, 0: number) and GMT',
  sms: ({ host, port, apn }) => [`APN,${apn}#`, `SERVER,${isAddress(host) ? 0 : 1},${host},${port},0#`, 'GMT,E,0#'],
};

const FAMILIES = [{ name: 'GT06', meanings: PLAIN_MEANINGS, setup: SETUP }] as const satisfies readonly Family[];

/** GT06 of Concox and the many that speak as it does. Source: "GT06 GPS Tracker Communication Protocol" 1.8.1. */
export const GT06 = {
  name: 'gt06',
  title: 'Trackers (GT06, TCP)',
  port: { setting: 'GT06_PORT', fallback: 5023, text: 'GT06 and Concox trackers, TCP.' },
  knownBy: 'imei',
  transports: [
    {
      kind: 'tcp',
      open: createStreamDecoder,
      encodeCommand,
      device: {
        dialects: DIALECTS,
        maxRecords: 1,
        encodeHello: (name) => encodeLogin(name),
        encodePositions: ({ records: [record], dialect }) => encodePosition(record!, dialectOf(dialect)),
        openReplies: () => createReplyReader(),
        obey,
      },
    },
  ],
  families: FAMILIES,
} as const satisfies Protocol;
