import { Counter, Gauge, Histogram } from 'prom-client';
import { createCourier } from '../features/commands/delivery/service.ts';
import { createKnownTrackers, createStrangers } from '../core/log/known-trackers.ts';
import { createPhoneService } from '../core/log/phone-reports.ts';
import { ensurePartitionsAhead } from '../core/log/retention.ts';
import { trackerIdsByImei, trackerIdsByPhoneId } from '../core/log/segments.ts';
import { type Appender, createAppender } from '../core/log/appender.ts';
import { createDatabaseLog } from '../core/log/log.ts';
import { createTcpService, type TcpService } from '../core/log/tcp-session.ts';
import { createUdpService } from '../core/log/udp-session.ts';
import { listenNear } from '../platform/network/listen.ts';
import { metrics } from '../platform/observing/metrics.ts';
import type { RoleDeps, RunningRole } from '../platform/program/role.ts';
import type { StreamLimits } from '../platform/network/stream-server.ts';

const registers = [metrics];
const openConnections = new Gauge({ name: 'spora_gateway_connections', help: 'Open tracker connections.', registers });
const frames = new Counter({
  name: 'spora_gateway_frames_total',
  help: 'Frames of positions received.',
  labelNames: ['port'],
  registers,
});
const messages = new Counter({ name: 'spora_gateway_messages_total', help: 'Answers to commands received.', registers });
const refused = new Counter({
  name: 'spora_gateway_refused_total',
  help: 'Connections, frames and requests refused, by reason.',
  labelNames: ['port', 'reason'],
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
  greetingMs: 30_000,
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
  readonly maxPhoneRequestsPerSecond?: number;
  readonly sweepMs?: number;
  /** How often is looked for commands. */
  readonly commandsMs?: number;
}

export interface RunningGateway extends RunningRole {
  readonly ports: { readonly teltonika: number; readonly phones: number };
  readonly findSession: TcpService['findSession'];
}

export type GatewayDeps = Pick<RoleDeps, 'log' | 'now' | 'pipeline'> & {
  readonly ports: Pick<RoleDeps['ports'], 'announce'>;
  readonly config: Pick<RoleDeps['config'], 'host' | 'teltonika' | 'phones' | 'maxPositionMonths'>;
};

const STOP_GRACE_MS = 5_000;

/** The ports that trackers and phones report to. */
export async function startGateway(deps: GatewayDeps, options: GatewayOptions = {}): Promise<RunningGateway> {
  const { config, log, now, pipeline: db } = deps;
  const limits = { ...GATEWAY_LIMITS, ...options.limits };
  await ensurePartitionsAhead({ db, now });

  const strangers = createStrangers({ db, log, now });
  const findTracker = createKnownTrackers({ db, find: trackerIdsByImei });
  const findPhone = createKnownTrackers({ db, find: trackerIdsByPhoneId });
  const appender = createAppender({
    store: createDatabaseLog(db),
    log,
    now,
    maxPositionMonths: config.maxPositionMonths,
    ...(options.maxQueuedBytes !== undefined && { maxQueuedBytes: options.maxQueuedBytes }),
    onFull: () => tcp.server.pauseAll('full'),
    onRoom: () => tcp.server.resumeAll('full'),
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
  const observerOf = (port: string) => {
    const received = frames.labels({ port });
    return { frame: () => received.inc(), refused: (reason: string) => refused.inc({ port, reason }) };
  };
  const courier = createCourier({
    db,
    log,
    now,
    findSession: (trackerId) => tcp.findSession(trackerId),
    announce: deps.ports.announce,
    ...(options.commandsMs !== undefined && { everyMs: options.commandsMs }),
  });
  const tcp = createTcpService({
    appender,
    findTracker,
    strangers,
    log,
    limits,
    observe: { ...observerOf('tcp'), connections: (open) => openConnections.set(open), message: () => messages.inc() },
    onGreeted: (session) => courier.greeted(session),
    onMessage: (session, message) => courier.answered(session, message),
    ...(options.sweepMs !== undefined && { sweepMs: options.sweepMs }),
  });
  const udp = createUdpService({
    appender,
    findTracker,
    strangers,
    log,
    observe: observerOf('udp'),
    maxPerAddressPerSecond: options.maxDatagramsPerSecond ?? 2_000,
  });
  const phones = createPhoneService({
    appender,
    findTracker: findPhone,
    log,
    now,
    observe: observerOf('phone'),
    maxConnections: 10_000,
    maxRequestsPerSecond: options.maxPhoneRequestsPerSecond ?? 20,
  });

  const ports = { teltonika: 0, phones: 0 };
  /** Both halves of the port or none of it. */
  async function listenForTrackers(port: number): Promise<void> {
    await udp.listen(port, config.host);
    try {
      ports.teltonika = await tcp.server.listen(udp.port(), config.host);
    } catch (error) {
      await udp.release();
      throw error;
    }
  }
  /** A port that the system chose for one half may be taken for the other. */
  async function listenForTrackersAnywhere(tries = 10): Promise<void> {
    try {
      await listenForTrackers(0);
    } catch (error) {
      if (tries === 0 || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      await listenForTrackersAnywhere(tries - 1);
    }
  }
  try {
    if (config.teltonika.port === 0) await listenForTrackersAnywhere();
    else await listenNear(config.teltonika, listenForTrackers);
    await listenNear(config.phones, async (port) => {
      ports.phones = await phones.listen(port, config.host);
    });
  } catch (error) {
    appenders.delete(appender);
    await Promise.all([courier.stop(), tcp.server.close(), udp.close(), phones.close(), strangers.stop(), appender.stop(0)]);
    throw error;
  }

  return {
    ports,
    findSession: (trackerId) => tcp.findSession(trackerId),
    listening: [
      { name: 'teltonika', host: config.host, port: ports.teltonika },
      { name: 'phones', host: config.host, port: ports.phones },
    ],
    stop: async () => {
      tcp.server.stopAccepting();
      await courier.stop();
      phones.stopAccepting();
      udp.stopReceiving();
      tcp.server.pauseAll('full');
      await appender.stop(STOP_GRACE_MS);
      appenders.delete(appender);
      await Promise.all([tcp.server.close(), udp.close(), phones.close(), strangers.stop()]);
    },
  };
}
