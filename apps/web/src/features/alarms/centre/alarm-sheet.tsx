import type { Alarm, AlarmState } from '@spora/contract/alarms/centre';
import type { DataOf } from '@spora/contract/endpoint-map';
import { isArmedPlace, urgencyOf } from '@spora/contract/alarms/kinds';
import { ALARM_NOTE_MAX } from '@spora/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { PageLink } from '../../../lib/page-link.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { mayLeave, useCarefulClose, useUnsavedChanges } from '../../../lib/unsaved.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/dialog.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { useTheftOn } from '../../modes/public/use-theft-offer.ts';
import { useTheftReport } from '../../object-description/public/use-theft-report.ts';
import { urgencyNow } from '../public/alarm-urgency.ts';
import { AlarmFacts, AlarmProgress, WhoWasTold } from './alarm-facts.tsx';
import { useAlarmNow } from './alarm-now.ts';
import { AlarmStory } from './alarm-story.tsx';
import { alarmQuery, useMute } from './queries.ts';
import { useSayState } from './use-say-state.ts';
import { useAlarmTexts } from './use-alarm-texts.ts';
import styles from './centre.module.css';

/** The map is fetched when there is something to show on it. */
const AlarmMap = lazy(() => import('./alarm-map.tsx').then((module) => ({ default: module.AlarmMap })));

/** MODE-009: what rings at night may be a theft. */
const TheftPart = lazy(() => import('../../modes/public/theft-part.tsx').then((module) => ({ default: module.TheftPart })));

const ShareUnit = lazy(() => import('../../sharing/public/share-unit.tsx').then((module) => ({ default: module.ShareUnit })));

/** ALARM-035: one alarm, where the unit is now, and what was done about it. */
export function AlarmSheet(props: { id: number; onOpen: (id: number) => void; onClose: () => void }): ReactNode {
  const { id, onOpen, onClose } = props;
  const t = useT();
  const query = useQuery(alarmQuery(useSend(), id));
  // NAV-039: a note that is typed and not saved is asked about.
  const close = useCarefulClose(false, onClose);
  const open = (other: number): void => void mayLeave().then((isYes) => isYes && onOpen(other));
  return (
    <Sheet title={query.data?.unit?.name ?? t('AlarmTitle')} closeLabel={t('Close')} isOpen onClose={close}>
      <Loaded query={query} isPart>
        {(alarm) => <OneAlarm key={alarm.id} alarm={alarm} onOpen={open} onClose={onClose} />}
      </Loaded>
    </Sheet>
  );
}

/** Whether one looks for a theft report: of an alarm by day of somebody's private use no more is told, and an event is none. */
const mayBeTheft = ({ class: of, kind, is_day_only: isDayOnly }: Alarm): boolean =>
  of === 'security' && !isDayOnly && urgencyOf(kind) === 'urgent';

function OneAlarm(props: { alarm: DataOf<'alarms.get'>; onOpen: (id: number) => void; onClose: () => void }): ReactNode {
  const { alarm, onOpen, onClose } = props;
  const t = useT();
  const texts = useAlarmTexts();
  const now = useAlarmNow(alarm);
  // Of what is no more than an event, as an arrival, nobody thinks of a theft.
  const isTheft =
    alarm.state !== 'handled' && alarm.class === 'security' && urgencyNow(alarm) !== 'event' && Boolean(alarm.unit?.imei);
  const isUrgent = alarm.state !== 'handled' && alarm.class === 'security' && urgencyNow(alarm) === 'urgent';
  // Who leaves a zone by day is seldom a thief: theft mode is at hand, but not the first thing to press, unless the unit was armed there.
  const isPressing = isUrgent && (alarm.kind !== 'zone-left' || isArmedPlace(alarm.kind, alarm.subject));
  // Then what helps first is where the unit is.
  const isTheftOn = useTheftOn(isUrgent ? (alarm.unit?.imei ?? null) : null);
  const report = useTheftReport(mayBeTheft(alarm) ? (alarm.unit?.imei ?? null) : null, alarm.at);
  const { write, say: sayOf } = useSayState();
  // Null until somebody types: what others write meanwhile is shown, and what is typed here stays.
  const [typed, setTyped] = useState<string | null>(null);
  useUnsavedChanges(typed !== null && typed.trim() !== alarm.note);
  const say = (state: AlarmState): void =>
    sayOf([alarm], state, {
      ...(typed === null || typed.trim() === alarm.note ? {} : { note: typed }),
      ...(state === 'handled' ? { onDone: onClose } : {}),
    });
  const note = (
    <TextArea
      label={t('AlarmNote')}
      value={typed ?? alarm.note}
      maxLength={ALARM_NOTE_MAX}
      help={
        typed === null && alarm.note !== '' && alarm.noted
          ? t('AlarmNoteBy', { name: alarm.noted.by, time: texts.momentShort(alarm.noted.at) })
          : t('AlarmNoteHelp')
      }
      onChange={(event) => setTyped(event.target.value)}
    />
  );
  return (
    <div className={styles['sheet']}>
      <AlarmFacts alarm={alarm} now={now.lines} />
      {/* Of what is over one looks for what was done. */}
      {alarm.state === 'handled' && <AlarmProgress alarm={alarm} />}
      {isTheft && alarm.unit?.imei && (
        <TheftActions
          unit={{ imei: alarm.unit.imei, name: alarm.unit.name }}
          isPressing={isPressing}
          hasReport={report !== null}
          call={<Call alarm={alarm} isSmall />}
        />
      )}
      {alarm.lat !== null &&
        alarm.lng !== null &&
        (now.isPending ? (
          <Skeleton className={styles['map']} />
        ) : (
          <Suspense fallback={<Skeleton className={styles['map']} />}>
            <AlarmMap at={{ lat: alarm.lat, lng: alarm.lng }} label={t('AlarmPin')} now={now.away} left={now.zone} />
          </Suspense>
        ))}
      {alarm.state === 'handled' ? note : <AlarmProgress alarm={alarm} />}
      <WhoWasTold alarm={alarm} onOpen={onOpen} />
      <AlarmStory alarm={alarm} report={report} onOpen={onOpen} />
      {alarm.state !== 'handled' && note}
      {alarm.can.mute && alarm.unit?.imei && (
        <Mute unit={{ imei: alarm.unit.imei, name: alarm.unit.name }} until={alarm.muted_until} />
      )}
      <FailureBanner failure={write.error} />
      <div className={styles['foot']}>
        {alarm.kind === 'service-due' && (
          <PageLink to={ADDRESSES.service} search={{ q: alarm.unit?.name }} className={buttonClass({})}>
            <Icon name="wrench" size={18} />
            {t('AlarmOpenService')}
          </PageLink>
        )}
        {alarm.kind !== 'service-due' && alarm.unit?.imei && (
          <PageLink
            to={ADDRESSES.map}
            search={{ unit: alarm.unit.imei }}
            className={buttonClass({ look: isUrgent && isTheftOn ? 'primary' : 'plain' })}
          >
            <Icon name="target" size={18} />
            {t('AlarmOnMap')}
          </PageLink>
        )}
        {!isTheft && <Call alarm={alarm} />}
        {alarm.state === 'new' && (
          <Button icon="eye" isBusy={write.isPending && write.variables.state === 'seen'} onClick={() => say('seen')}>
            {t('AlarmSeen')}
          </Button>
        )}
        {alarm.state === 'handled' ? (
          <Button icon="undo" isBusy={write.isPending} onClick={() => say('seen')}>
            {t('AlarmReopen')}
          </Button>
        ) : (
          <Button
            look={isPressing || (isUrgent && isTheftOn) ? 'plain' : 'primary'}
            icon="check"
            isBusy={write.isPending && write.variables.state === 'handled'}
            onClick={() => say('handled')}
          >
            {t('AlarmHandle')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** ALARM-035: whoever may know about it, by telephone. */
function Call({ alarm, isSmall = false }: { alarm: DataOf<'alarms.get'>; isSmall?: boolean }): ReactNode {
  const t = useT();
  if (!alarm.call) return null;
  return (
    <a href={`tel:+${alarm.call.phone.replace(/^\+/, '')}`} className={buttonClass({ isSmall })}>
      <Icon name="phone" size={isSmall ? 16 : 18} />
      {t('AlarmCall', { name: alarm.call.name })}
    </a>
  );
}

/** What can be done while it may be a theft: what helps to find the unit, before anybody says that it is dealt with. */
function TheftActions(props: {
  unit: { imei: string; name: string };
  isPressing: boolean;
  /** Its report has a link of its own, which leads to where the next version is written. */
  hasReport: boolean;
  /** Whom to ring about it. */
  call: ReactNode;
}): ReactNode {
  const { unit, isPressing, hasReport } = props;
  const t = useT();
  return (
    <section className={styles['pressing']} aria-label={t('AlarmUrgentActions')}>
      <Suspense fallback={null}>
        <TheftPart imei={unit.imei} unitName={unit.name} isPrimary={isPressing} />
        <div className={styles['actions']}>
          {props.call}
          <ShareUnit imei={unit.imei} />
          {!hasReport && (
            <PageLink
              to={ADDRESSES.editUnit}
              search={{ imei: unit.imei, tab: 'theft' }}
              className={buttonClass({ isSmall: true })}
            >
              <Icon name="log" size={16} />
              {t('AlarmTheftReport')}
            </PageLink>
          )}
        </div>
      </Suspense>
    </section>
  );
}

/** For so many hours. */
const MUTES = [1, 8, 24, 168] as const;

/** ALARM-036. */
function Mute({ unit, until }: { unit: { imei: string; name: string }; until: string | null }): ReactNode {
  const t = useT();
  const format = useFormat();
  const toasts = useToasts();
  const write = useMute();
  const choose = (hours: number): void => {
    const chosen = hours === 0 ? null : new Date(Date.now() + hours * 3_600_000).toISOString();
    const text =
      chosen === null
        ? t('AlarmUnmuted', { name: unit.name })
        : t('AlarmMuted', { name: unit.name, time: format.dateTime(chosen) });
    write.mutate({ imei: unit.imei, until: chosen }, { onSuccess: () => toasts.show({ text }) });
  };
  return (
    <>
      <SelectField
        label={t('AlarmMute')}
        help={t('AlarmMuteHelp')}
        value={until === null ? '0' : ''}
        disabled={write.isPending}
        onChange={({ target }) => choose(Number(target.value))}
      >
        {until !== null && <option value="">{t('AlarmMutedUntil', { time: format.dateTime(until) })}</option>}
        <option value="0">{t('AlarmMuteNone')}</option>
        {MUTES.map((hours) => (
          <option key={hours} value={hours}>
            {t(`AlarmMuteHours-${hours}`)}
          </option>
        ))}
      </SelectField>
      <FailureBanner failure={write.error} />
    </>
  );
}
