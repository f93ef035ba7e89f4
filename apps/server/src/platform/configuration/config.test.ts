import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROTOCOLS } from '@spora/protocols/list';
import { expect, test } from 'vitest';
import { ConfigError, PROJECT_DIR, readConfig, SETTINGS, settingsTable } from './config.ts';

const real = {
  DATABASE_URL: 'postgres://spora_owner:x@db/spora',
  DATABASE_API_URL: 'postgres://spora_api:x@db/spora',
  DATABASE_PIPELINE_URL: 'postgres://spora_pipeline:x@db/spora',
  SMTP_URL: 'smtp://mail.example.test',
  PUBLIC_URL: 'https://fleet.example.test',
};

test('without a database of its own it is the demo: embedded, on loopback, quiet, no address sent anywhere', () => {
  expect(readConfig({})).toMatchObject({
    isDemo: true,
    database: { kind: 'embedded' },
    host: '127.0.0.1',
    http: { port: 8080, isFixed: false },
    trackerPorts: { teltonika: { port: 5027, isFixed: false }, osmand: { port: 5055, isFixed: false } },
    geocoder: { kind: 'none' },
    logLevel: 'warn',
  });
});

test('the data folder lies in the checkout, whatever folder the program was started from', () => {
  expect(readConfig({}).dataDir).toBe(`${PROJECT_DIR}data`);
  expect(readConfig({ DATA_DIR: '/srv/spora' }).dataDir).toBe('/srv/spora');
});

test('a port that was set explicitly is fixed, also when it is the usual one', () => {
  expect(readConfig({ PORT: '8080' }).http).toEqual({ port: 8080, isFixed: true });
});

test('the port of each protocol is set by its own variable, whose names and defaults are known outside', () => {
  const known = {
    TELTONIKA_PORT: '5027',
    GT06_PORT: '5023',
    H02_PORT: '5013',
    QUECLINK_PORT: '5004',
    RUPTELA_PORT: '5046',
    COBAN_PORT: '5001',
    PHONE_PORT: '5055',
  };
  for (const [name, fallback] of Object.entries(known))
    expect(SETTINGS.find((each) => each.name === name)).toMatchObject({ fallback });
  for (const { name, port } of PROTOCOLS) {
    expect(readConfig({ [port.setting]: '6001' }).trackerPorts[name]).toEqual({ port: 6001, isFixed: true });
    expect(readConfig({}).trackerPorts[name]).toEqual({ port: port.fallback, isFixed: false });
  }
});

test('trackers are encrypted on a port of their own once it, a certificate and its key are named; what is missing is said', () => {
  const folder = mkdtempSync(join(tmpdir(), 'spora-config-'));
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  writeFileSync(cert, 'a certificate');
  writeFileSync(key, 'a key');
  const setting = { TELTONIKA_TLS_PORT: '5028' };
  const named = { ...setting, TRACKER_TLS_CERT: cert, TRACKER_TLS_KEY: key };
  expect(readConfig({}).trackerTls).toBeUndefined();
  expect(readConfig(named).trackerTls).toEqual({ ports: { teltonika: 5028 }, cert: 'a certificate', key: 'a key' });
  expect(() => readConfig(setting)).toThrow('TRACKER_TLS_CERT is required with TELTONIKA_TLS_PORT');
  expect(() => readConfig({ ...named, TRACKER_TLS_KEY: join(folder, 'none.pem') })).toThrow(
    /TRACKER_TLS_KEY names a file that cannot be read/,
  );
  rmSync(folder, { recursive: true });
});

test('the real mode binds every address and asks for all roles and for mail', () => {
  expect(readConfig(real)).toMatchObject({ isDemo: false, host: '0.0.0.0', logLevel: 'info', mail: { kind: 'smtp' } });
  expect(() => readConfig({ DATABASE_URL: real.DATABASE_URL })).toThrow(
    /DATABASE_API_URL.*\n.*DATABASE_PIPELINE_URL.*\n.*SMTP_URL/,
  );
  expect(readConfig({ ...real, SMTP_URL: '', MAIL_MODE: 'none' }).mail).toEqual({ kind: 'none' });
});

test('mail whose links would lead its readers to their own computers is refused at the start', () => {
  expect(() => readConfig({ ...real, PUBLIC_URL: '' })).toThrow(/^PUBLIC_URL is required/m);
  expect(readConfig({ ...real, PUBLIC_URL: '', SMTP_URL: '', MAIL_MODE: 'none' }).publicUrl).toBeUndefined();
  expect(readConfig({ SMTP_URL: real.SMTP_URL }).publicUrl, 'the demo is tried on one computer').toBeUndefined();
});

test('the demo keeps its mail here, unless it is told where mail leaves or that there is none', () => {
  expect(readConfig({}).mail).toEqual({ kind: 'local' });
  expect(readConfig({ MAIL_MODE: 'none' }).mail).toEqual({ kind: 'none' });
  expect(readConfig({ SMTP_URL: real.SMTP_URL, MAIL_FROM: 'mail@company.test' }).mail).toEqual({
    kind: 'smtp',
    url: real.SMTP_URL,
    from: 'mail@company.test',
  });
  expect(() => readConfig({ MAIL_FROM: 'Company' })).toThrow(/^MAIL_FROM /m);
});

test('issue 14: text messages leave by the provider that is named, with its password; the demo keeps them, and others send none', () => {
  expect(readConfig({}).sms).toEqual({ kind: 'local', sender: 'Spora', senders: {} });
  expect(readConfig({ SMS_PROVIDER: 'none' }).sms.kind).toBe('none');
  expect(readConfig(real).sms.kind).toBe('none');
  const elks = { SMS_PROVIDER: '46elks', SMS_USER: 'u', SMS_PASSWORD: 'p' };
  expect(readConfig({ ...elks, SMS_URL: 'https://sms.test/', SMS_SENDERS: '47=+4759440000, 44=Fleet' }).sms).toEqual({
    kind: '46elks',
    user: 'u',
    password: 'p',
    url: 'https://sms.test',
    sender: 'Spora',
    senders: { '47': '+4759440000', '44': 'Fleet' },
  });
  expect(() => readConfig({ SMS_PROVIDER: 'twilio' })).toThrow(/^SMS_USER is required.*\nSMS_PASSWORD is required/m);
  for (const SMS_SENDER of ['1Spora', 'TwelveLetters', 'Spåra'])
    expect(() => readConfig({ SMS_SENDER })).toThrow(/^SMS_SENDER /m);
  for (const SMS_SENDERS of ['47', 'NO=Fleet', '47=1Fleet']) expect(() => readConfig({ SMS_SENDERS })).toThrow(/^SMS_SENDERS /m);
});

test('issue 14: push is sent to the services of browsers, and kept in the demo only', () => {
  expect([readConfig({}).push, readConfig({ PUSH_MODE: 'send' }).push, readConfig(real).push]).toEqual(['local', 'send', 'send']);
  expect(() => readConfig({ ...real, PUSH_MODE: 'local' })).toThrow('PUSH_MODE=local');
});

test('a process that only serves can do without the owner', () => {
  expect(readConfig({ ...real, DATABASE_URL: undefined }).database).toMatchObject({ kind: 'own', urls: { owner: undefined } });
});

test('every fault is told at once, by the name of its variable', () => {
  const wrong = {
    PORT: '80800',
    LOG_LEVEL: 'loud',
    PUBLIC_URL: 'spora.example',
    METRICS_TOKEN: 'short',
    MAX_POSITION_MONTHS: '0',
  };
  expect(() => readConfig(wrong)).toThrow(ConfigError);
  for (const name of Object.keys(wrong)) expect(() => readConfig(wrong)).toThrow(new RegExp(`^${name} `, 'm'));
});

test('an empty variable counts as not set', () => {
  expect(readConfig({ PORT: ' ', DATABASE_URL: '' })).toMatchObject({ isDemo: true, http: { isFixed: false } });
});

test('MAP-026: pictures whose maker is not named, and addresses that name no tile, stop the start', () => {
  const tiles = 'https://tiles.example/{z}/{x}/{y}.png';
  expect(() => readConfig({ MAP_TERRAIN_URL: tiles })).toThrow('MAP_TERRAIN_ATTRIBUTION is required with MAP_TERRAIN_URL');
  expect(() => readConfig({ MAP_TERRAIN_URL: 'https://tiles.example/{z}.png', MAP_TERRAIN_ATTRIBUTION: '© T' })).toThrow(
    'MAP_TERRAIN_URL must have {x} and {y} beside {z}',
  );
  expect(() => readConfig({ MAP_TRAFFIC_URL: 'https://tiles.example/style.json' })).toThrow(
    'MAP_TRAFFIC_URL must be an address of tiles',
  );
  expect(readConfig({ MAP_HYBRID_URL: 'https://tiles.example/style.json' }).map.layers).toMatchObject([{ layer: 'hybrid' }]);
  expect(readConfig({ MAP_TERRAIN_URL: tiles, MAP_TERRAIN_ATTRIBUTION: '© T' }).map.layers).toMatchObject([
    { layer: 'terrain', url: tiles, attribution: '© T' },
  ]);
});

test('the documentation shows every setting as the program reads it', () => {
  expect(new Set(SETTINGS.map(({ name }) => name)).size).toBe(SETTINGS.length);
  const told = readFileSync(`${PROJECT_DIR}docs/operations.md`, 'utf8');
  const rows = settingsTable().split('\n');
  expect(
    rows.filter((row) => !told.includes(row)),
    'rows to be put into the table of docs/operations.md, where the program has them',
  ).toEqual([]);
  expect(told).toContain(rows.join('\n'));
});

test('what a login shell sets for other programs is no setting of ours', () => {
  expect(readConfig({ MAIL: '/var/mail/anna', USER: 'anna', SHELL: '/bin/sh', LANG: 'sv_SE.UTF-8', TERM: 'xterm' }).isDemo).toBe(
    true,
  );
});

test('12-B13: whatever can hold a password or a key may stand in a file, and only in one place', () => {
  const folder = mkdtempSync(join(tmpdir(), 'spora-secrets-'));
  try {
    const file = join(folder, 'secret');
    const secrets = SETTINGS.filter(({ isSecret }) => isSecret).map(({ name }) => name);
    const { PUBLIC_URL: _, ...known } = real;
    expect(secrets.toSorted()).toEqual(
      [
        ...Object.keys(known),
        ...['GEOCODER_URL', 'METRICS_TOKEN', 'SMS_PASSWORD', 'MAP_SATELLITE_KEY', 'MAP_HYBRID_KEY', 'MAP_TERRAIN_KEY'],
        ...['MAP_TRAFFIC_KEY', 'MAP_SEA_CHART_KEY'],
      ].toSorted(),
    );
    writeFileSync(file, `${real.DATABASE_URL}\n`);
    expect(readConfig({ ...real, DATABASE_URL: '', DATABASE_URL_FILE: file }).database).toMatchObject({
      urls: { owner: real.DATABASE_URL },
    });
    writeFileSync(file, 'a-token-of-many-letters\n');
    expect(readConfig({ METRICS_TOKEN_FILE: file }).metricsToken).toBe('a-token-of-many-letters');
    writeFileSync(file, 'ftp://not-a-mail-server');
    expect(() => readConfig({ SMTP_URL_FILE: file })).toThrow(/^SMTP_URL must be an address/m);
    const both = { METRICS_TOKEN: 'a-token-of-many-letters', METRICS_TOKEN_FILE: file };
    expect(() => readConfig(both)).toThrow('METRICS_TOKEN and METRICS_TOKEN_FILE are both set');
    expect(() => readConfig({ METRICS_TOKEN_FILE: join(folder, 'gone') })).toThrow(
      /^METRICS_TOKEN_FILE .* cannot be read \(ENOENT\)/m,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test.each([
  [{}, 'none'],
  [{ GEOCODER: 'auto' }, 'none'],
  [{ GEOCODER_URL: 'https://photon.example' }, 'photon'],
  [{ GEOCODER: 'auto', GEOCODER_URL: 'https://nominatim.example' }, 'nominatim'],
  [{ GEOCODER: 'nominatim', GEOCODER_URL: 'https://maps.example' }, 'nominatim'],
  [{ GEOCODER: 'none', GEOCODER_URL: 'https://photon.example' }, 'none'],
])('13-A4: with %o positions are described by: %s', (env, kind) => {
  expect(readConfig(env).geocoder.kind).toBe(kind);
});
