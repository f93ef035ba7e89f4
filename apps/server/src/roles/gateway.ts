import { PROTOCOLS } from '@spora/protocols/list';
import type { Transport } from '@spora/protocols/protocol';
import { Counter, Gauge, Histogram } from 'prom-client';
import { FEATURES } from '../features.ts';
import { createDatabaseDirectory } from '../core/log/directory.ts';
import { createSharedIdentities } from '../core/log/shared-identity.ts';
import { createContacts } from '../core/log/contacts.ts';
import { createKnownTrackers, createStrangers } from '../core/log/known-trackers.ts';
import { ensurePartitionsAhead } from '../core/log/retention.ts';
import { type Appender, createAppender } from '../core/log/appender.ts';
import { createDatabaseLog } from '../core/log/log.ts';
import { createProtocolPort, type PortObserver, type ProtocolPort, type SecurePort } from '../core/log/protocol-port.ts';
import type { TrackerSession } from '../core/log/tcp-session.ts';
import type { CourierDeps } from '../core/face.ts';
import { createRefusalLog, type RefusalLog } from '../core/log/refusal-log.ts';
import { metrics } from '../platform/observing/metrics.ts';
import type { RoleDeps, RunningRole } from '../platform/program/role.ts';
import type { StreamLimits } from '../platform/network/stream-server.ts';

const registers = [metrics];
const openConnections = new Gauge({
  name: 'spora_gateway_connections',
  help: 'Open tracker connections.',
  labelNames: ['protocol'],
  registers,
});
const frames = new Counter({
  name: 'spora_gateway_frames_total',
  help: 'Frames of positions received.',
  labelNames: ['protocol', 'transport'],
  registers,
});
const messages = new Counter({
  name: 'spora_gateway_messages_total',
  help: 'Answers to commands received.',
  labelNames: ['protocol'],
  registers,
});
const refused = new Counter({
  name: 'spora_gateway_refused_total',
  help: 'Connections, frames and requests refused, by reason.',
  labelNames: ['protocol', 'transport', 'reason'],
  registers,
});
const records = new Counter({ name: 'spora_log_records_total', help: 'Records committed to the log.', registers });
const rows = new Counter({ name: 'spora_log_segments_total', help: 'Segments committed to the log.', registers });
const setAside = new Counter({
  name: 'spora_log_quarantined_total',
  help: 'Records set aside: their clock lies.',
  labelNames: ['reason'],
  registers,
});
const failures = new Counter({
  name: 'spora_log_failures_total',
  help: 'Commits that failed.',
  labelNames: ['failure'],
  registers,
});
const commits = new Histogram({
  name: 'spora_log_commit_seconds',
  help: 'Duration of a group commit.',
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
  registers,
});
const appenders = new Set<Pick<Appender, 'queuedBytes'>>();
new Gauge({
  name: 'spora_log_queued_bytes',
  help: 'Frames that wait for their commit.',
  registers,
  // Asked for, not noted at commits: it matters most while there are none.
  collect() {
    this.set([...appenders].reduce((sum, { queuedBytes }) => sum + queuedBytes, 0));
  },
});

/** A sleeping tracker reports every half hour; one that tracks sends a frame a second and a backlog in one go. */
export const GATEWAY_LIMITS: StreamLimits = {
  maxConnections: 50_000,
  maxConnectionsPerAddress: 10_000,
  maxStrangersPerAddress: 500,
  greetingMs: 30_000,
  crowdedGreetingMs: 5_000,
  idleMs: 35 * 60_000,
  messageMs: 120_000,
  maxBytesPerSecond: 1_000_000,
  maxMessagesPerSecond: 2_000,
  maxUnsentBytes: 65_536,
};

export interface GatewayOptions {
  readonly limits?: Partial<StreamLimits>;
  readonly maxQueuedBytes?: number;
  readonly maxDatagramsPerSecond?: number;
  readonly maxRequestsPerSecond?: number;
  readonly sweepMs?: number;
  /** So long after a newer connection of a tracker reported, an older one may still tell what was under way. */
  readonly overtakenMs?: number;
  /** How often it is noted how trackers were in touch. */
  readonly contactsMs?: number;
  /** How often is looked for commands. */
  readonly commandsMs?: number;
  /** How often is told of what was refused. */
  readonly toldMs?: number;
}

/** The number that each protocol listens on, by its name. */
export type GatewayPorts = Readonly<Record<(typeof PROTOCOLS)[number]['name'], number>>;

export interface RunningGateway extends RunningRole {
  readonly ports: GatewayPorts;
  /** Where streams are encrypted, by the name of their protocol. */
  readonly securePorts: Readonly<Record<string, number>>;
  readonly findSession: (trackerId: number) => TrackerSession | undefined;
}

export type GatewayDeps = Pick<RoleDeps, 'log' | 'now' | 'pipeline'> & {
  readonly ports: Pick<RoleDeps['ports'], 'announce'>;
  readonly config: Pick<RoleDeps['config'], 'host' | 'trackerPorts' | 'maxPositionMonths'> &
    Partial<Pick<RoleDeps['config'], 'connectionsPerAddress' | 'strangersPerAddress' | 'trackerTls'>>;
};

/** Of a protocol that nobody has set a port for. */
const ANY_PORT = { port: 0, isFixed: false };
const STOP_GRACE_MS = 5_000;

function secureOf(tls: RoleDeps['config']['trackerTls'], protocol: string): SecurePort | undefined {
  const port = tls?.ports[protocol];
  return tls === undefined || port === undefined ? undefined : { port, cert: tls.cert, key: tls.key };
}

/** The ports that trackers and phones report to, one for each protocol. */
export async function startGateway(deps: GatewayDeps, options: GatewayOptions = {}): Promise<RunningGateway> {
  const { config, log, now, pipeline: db } = deps;
  await ensurePartitionsAhead({ db, now });

  const limits: StreamLimits = {
    ...GATEWAY_LIMITS,
    ...(config.connectionsPerAddress !== undefined && { maxConnectionsPerAddress: config.connectionsPerAddress }),
    ...(config.strangersPerAddress !== undefined && { maxStrangersPerAddress: config.strangersPerAddress }),
    ...options.limits,
  };
  const refusals = createRefusalLog(log, options.toldMs);
  const strangers = createStrangers({ db, log, now });
  const contacts = createContacts({ db, log, now, ...(options.contactsMs !== undefined && { everyMs: options.contactsMs }) });
  const identities = createSharedIdentities({ db, log, now, announce: deps.ports.announce, contacts });
  const appender = createAppender({
    store: createDatabaseLog(db),
    log,
    now,
    maxPositionMonths: config.maxPositionMonths,
    ...(options.maxQueuedBytes !== undefined && { maxQueuedBytes: options.maxQueuedBytes }),
    onFull: () => ports.forEach((port) => port.pauseAll()),
    onRoom: () => ports.forEach((port) => port.resumeAll()),
    observe: {
      committed: (figures) => {
        records.inc(figures.records);
        rows.inc(figures.rows);
        commits.observe(figures.ms / 1000);
      },
      quarantined: (reason, n) => setAside.inc({ reason }, n),
      failed: (failure) => failures.inc({ failure }),
    },
  });
  appenders.add(appender);
  const findSession = (trackerId: number): TrackerSession | undefined => {
    for (const port of ports) {
      const found = port.findSession(trackerId);
      if (found) return found;
    }
    return undefined;
  };
  const courierDeps: CourierDeps = {
    db,
    log,
    now,
    findSession,
    announce: deps.ports.announce,
    ...(options.commandsMs !== undefined && { everyMs: options.commandsMs }),
  };
  const couriers = FEATURES.flatMap(({ courier }) => courier?.(courierDeps) ?? []);
  const directory = createDatabaseDirectory(db);
  const ports: readonly ProtocolPort[] = PROTOCOLS.map((protocol) =>
    createProtocolPort({
      protocol,
      host: config.host,
      appender,
      findTracker: createKnownTrackers({ find: (names) => directory.trackers(protocol, names) }),
      strangers,
      contacts,
      log,
      now,
      limits,
      maxDatagramsPerSecond: options.maxDatagramsPerSecond ?? 2_000,
      maxRequestsPerSecond: options.maxRequestsPerSecond ?? 20,
      maxRequestConnections: 10_000,
      observe: (transport) => observerOf(protocol.name, transport, refusals),
      onGreeted: (session) => couriers.forEach((courier) => courier.greeted(session)),
      onMessage: (session, message) => couriers.forEach((courier) => courier.answered(session, message)),
      onShared: (trackerId) => identities.noted(trackerId),
      secure: secureOf(config.trackerTls, protocol.name),
      ...(options.overtakenMs !== undefined && { overtakenMs: options.overtakenMs }),
      ...(options.sweepMs !== undefined && { sweepMs: options.sweepMs }),
    }),
  );
  const stopCouriers = () => couriers.map((courier) => courier.stop());
  const closePorts = () => ports.map((port) => port.close());

  try {
    for (const port of ports) await port.listen(config.trackerPorts[port.protocol.name] ?? ANY_PORT);
  } catch (error) {
    appenders.delete(appender);
    refusals.stop();
    await Promise.all([...stopCouriers(), ...closePorts(), strangers.stop(), contacts.stop(), appender.stop(0)]);
    throw error;
  }

  return {
    ports: Object.fromEntries(ports.map(({ protocol, port }) => [protocol.name, port])) as unknown as GatewayPorts,
    securePorts: Object.fromEntries(
      ports.flatMap(({ protocol, securePort }) => (securePort === null ? [] : [[protocol.name, securePort]])),
    ),
    findSession,
    listening: ports.map(({ protocol, port }) => ({ name: protocol.name, host: config.host, port })),
    stop: async () => {
      for (const port of ports) port.stopAccepting();
      await Promise.all(stopCouriers());
      for (const port of ports) port.stopReceiving();
      await appender.stop(STOP_GRACE_MS);
      appenders.delete(appender);
      refusals.stop();
      await Promise.all([...closePorts(), strangers.stop(), identities.stop().then(() => contacts.stop())]);
    },
  };
}

function observerOf(protocol: string, transport: Transport['kind'], refusals: RefusalLog): PortObserver {
  const received = frames.labels({ protocol, transport });
  const answers = messages.labels({ protocol });
  return {
    connections: (open) => openConnections.set({ protocol }, open),
    frame: () => received.inc(),
    message: () => answers.inc(),
    refused: (reason, address) => {
      refused.inc({ protocol, transport, reason });
      if (address) refusals.note(reason, address);
    },
  };
}
