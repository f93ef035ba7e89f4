import type { MessageKey } from '@spora/messages/keys';
import type { Translate } from '@spora/messages/translate';
import type { DataOf } from '@spora/contract/endpoint-map';
import type { UnitDetails } from '@spora/contract/units/endpoints';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { NotLoaded } from '../../../ui/loaded.tsx';
import { connectPhone } from '../../../lib/add-phone.ts';
import { ageText, useNow } from '../../../lib/age.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Banner, type BannerTone } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { connectionQuery } from '../queries.ts';
import { Section } from '../../../ui/section.tsx';
import { TrackerSetup } from './tracker-setup.tsx';
import styles from './unit-page.module.css';

const ADVICE = [
  'AdviceInPrivateUse',
  'AdviceNeverCalled',
  'AdviceShared',
  'AdviceSetAside',
  'AdviceNoPosition',
  'AdviceSilent',
  'AdviceWell',
] as const satisfies MessageKey[];

/** ADM-026: "why does my tracker not show?" The first thing to check stands on top, what is known under it. */
export function ConnectionTab(props: { unit: UnitDetails; imei: string }): ReactNode {
  const t = useT();
  const user = useUser();
  const query = useQuery(connectionQuery(useSend(), props.imei));
  const { data, isFetching, refetch } = query;
  return (
    <Section
      title={t('UnitTab-connection')}
      action={
        <Button isSmall icon="refresh" isWrite={false} isBusy={isFetching} onClick={() => void refetch()}>
          {t('UnitAskAgain')}
        </Button>
      }
    >
      {data ? <Known connection={data} unit={props.unit} /> : <NotLoaded query={query} heights={[160]} isPart />}
      {data?.advice === 'AdviceNeverCalled' &&
        user.IsAdmin &&
        (isPhone(props.unit) ? (
          <Button look="primary" icon="phone" onClick={() => connectPhone({ imei: props.imei, name: props.unit.name })}>
            {t('ConnectPhone')}
          </Button>
        ) : (
          <TrackerSetup family={data.family} />
        ))}
    </Section>
  );
}

/** Its application is its tracker: it has no number of its own, was fitted into nothing and takes no commands. */
const isPhone = (unit: UnitDetails): boolean => unit.tracker?.family === 'phone';

const TONES: Readonly<Partial<Record<(typeof ADVICE)[number], BannerTone>>> = {
  AdviceWell: 'success',
  AdviceInPrivateUse: 'information',
};
/** What they advise is about what stands in the fold. */
const ABOUT_RECORDS: readonly (typeof ADVICE)[number][] = ['AdviceSetAside', 'AdviceShared'];
const DAMAGED: readonly string[] = ['crc', 'truncated'];

function refusalText(reason: string, t: Translate): string {
  if (reason === 'shared-identity') return t('UnitRefusedShared');
  if (reason === 'cannot-store') return t('UnitRefusedStore');
  return DAMAGED.includes(reason) ? t('UnitRefusedDamaged', { code: reason }) : t('UnitRefusedProtocol', { code: reason });
}

const FAMILIES = { ipv4: 'IPv4', ipv6: 'IPv6' } as const;

function Known({ connection, unit }: { connection: DataOf<'units.connection'>; unit: UnitDetails }): ReactNode {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const moment = (at: string | null): ReactNode =>
    at === null ? (
      t(connection.in_private_use ? 'NoPosition-private' : 'UnitNever')
    ) : (
      <time dateTime={at}>{`${format.dateTime(at)} · ${ageText(at, now, t)}`}</time>
    );
  const aside = connection.newest_set_aside;
  const advice = ADVICE.find((key) => key === connection.advice);
  const ofTracker: [string, ReactNode][] = [
    [t('Imei'), connection.imei],
    [t('UnitFittedFrom'), unit.tracker?.fitted_from ? format.dateTime(unit.tracker.fitted_from) : t('UnitFromStart')],
    ...(connection.pending_commands.since === null
      ? []
      : [
          [
            t('UnitCommandsPending'),
            t('UnitCommandsCount', {
              count: connection.pending_commands.count,
              time: format.dateTime(connection.pending_commands.since),
            }),
          ] as [string, ReactNode],
        ]),
  ];
  const facts: [string, ReactNode][] = [
    [t('LastContact'), moment(connection.last_contact_at)],
    [t('LastPosition'), moment(connection.newest_position_at)],
    ...(isPhone(unit) ? [] : ofTracker),
  ];
  /** Who helps asks for these; to the owner they say nothing. */
  const forSupport: [string, ReactNode][] = [
    [t('UnitFamily'), `${connection.family} · ${connection.protocol}`],
    [
      t('UnitHello'),
      connection.transport === null || connection.transport === 'tcp' ? moment(connection.last_hello_at) : t('UnitHelloEach'),
    ],
    ...(connection.transport !== null && connection.address_family !== null
      ? [[t('UnitWay'), `${FAMILIES[connection.address_family]} · ${connection.transport.toUpperCase()}`] as [string, ReactNode]]
      : []),
    [
      t('UnitSetAside'),
      connection.records_set_aside === 0
        ? t('UnitSetAsideNone')
        : t('UnitSetAsideCount', { count: connection.records_set_aside }) +
          (aside
            ? ` · ${format.dateTime(aside.at)} · ${aside.reason === 'future' ? t('UnitAsideFuture') : t('UnitAsideOld')}`
            : ''),
    ],
    [
      t('UnitRefused'),
      connection.refused.length === 0
        ? t('UnitRefusedNone')
        : connection.refused.map(({ reason, count, last_at: at }) => (
            <div key={reason}>{t('UnitRefusedCount', { count, reason: refusalText(reason, t), time: format.dateTime(at) })}</div>
          )),
    ],
  ];
  return (
    <>
      {advice && (
        <Banner tone={TONES[advice] ?? 'warning'}>
          {t(advice === 'AdviceNeverCalled' && isPhone(unit) ? 'AdvicePhoneNeverCalled' : advice)}
        </Banner>
      )}
      <Facts facts={facts} />
      <details className={styles['more']} open={advice !== undefined && ABOUT_RECORDS.includes(advice)}>
        <summary>{t('UnitForSupport')}</summary>
        <Facts facts={forSupport} />
      </details>
    </>
  );
}

function Facts(props: { facts: readonly (readonly [string, ReactNode])[] }): ReactNode {
  return (
    <dl className={styles['facts']}>
      {props.facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
