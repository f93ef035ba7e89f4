import type { Alarm, AlarmState } from '@spora/contract/alarms/centre';
import { ALARM_URGENCIES, type AlarmUrgency } from '@spora/contract/alarms/kinds';
import { ALARM_PAGE_MAX } from '@spora/contract/limits';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { useNow } from '../../../lib/age.ts';
import { useT } from '../../../lib/i18n.tsx';
import { PageLink, usePageSearch, useSearchPatch } from '../../../lib/page-link.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { useMedia } from '../../../lib/use-media.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, buttonClass, IconButton } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { NotLoaded, rowsOf } from '../../../ui/loaded.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';
import { EmptyOrBegin } from '../../../ui/begin-unit.tsx';
import { type DueOf, useDuePlans } from '../../maintenance/public/use-due-plans.ts';
import { keepSound, useSound } from '../public/alarm-sound.ts';
import { ALARM_LOOKS, urgencyNow } from '../public/alarm-urgency.ts';
import { useUnreceived } from '../public/untold.tsx';
import { AlarmSheet } from './alarm-sheet.tsx';
import { ExportMenu } from './export-menu.tsx';
import { Filters, type FiltersProps } from './filters.tsx';
import { type AlarmGroup, groupsOf, mattersAmong, pressingFirst, stateOf } from './groups.ts';
import { alarmsQuery } from './queries.ts';
import { filterCount, NO_FILTERS } from './search.ts';
import { useSayState } from './use-say-state.ts';
import { useAlarmTexts } from './use-alarm-texts.ts';
import styles from './centre.module.css';

/** ALARM-035: what happened, the newest first, and who takes care of it. */
export function AlarmsScreen({ search, onSearch }: FiltersProps): ReactNode {
  const t = useT();
  const list = useInfiniteQuery(alarmsQuery(useSend(), search));
  const { write, say } = useSayState();
  const alarms = list.data?.pages.flatMap((page) => page.alarms) ?? [];
  const fresh = alarms.filter(({ state }) => state === 'new').slice(0, ALARM_PAGE_MAX);
  const isWide = useMedia('(min-width: 768px)');
  const dueOf = useDuePlans(alarms.some(({ kind }) => kind === 'service-due'));
  const actions = alarms.length > 0 && (
    <div className={styles['actions']}>
      {fresh.length > 1 && (
        <Button
          icon="check"
          isSmall={!isWide}
          isBusy={write.isPending && write.variables.state === 'seen'}
          onClick={() => say(fresh, 'seen', { count: mattersAmong(fresh) })}
        >
          {t('AlarmsAllSeen', { count: mattersAmong(fresh) })}
        </Button>
      )}
      <ExportMenu search={search} isIcon={!isWide} />
    </div>
  );
  const busyWith = write.isPending ? write.variables.ids : [];
  return (
    <div className={styles['screen']}>
      {isWide && (
        <div className={styles['top']}>
          <p className={styles['lead']}>{t('AlarmsLead')}</p>
          <Receivers />
          <Sound />
          {actions}
        </div>
      )}
      <div className={styles['tools']}>
        <Filters search={search} onSearch={onSearch} more={<More />} />
        {!isWide && actions}
      </div>
      <FailureBanner failure={write.error} />
      {!list.data ? (
        <NotLoaded query={list} heights={rowsOf(64)} className={styles['list']} />
      ) : alarms.length === 0 ? (
        <NoAlarms search={search} onSearch={onSearch} />
      ) : (
        <Groups
          groups={groupsOf(alarms)}
          isWide={isWide}
          dueOf={dueOf}
          busyWith={busyWith}
          onOpen={(alarm) => onSearch({ alarm: alarm.id })}
          onHandled={(open) => say(open, 'handled')}
        />
      )}
      {list.hasNextPage && (
        <Button isWrite={false} isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('AlarmsMore')}
        </Button>
      )}
      {search.alarm !== undefined && (
        <AlarmSheet id={search.alarm} onOpen={(alarm) => onSearch({ alarm })} onClose={() => onSearch({ alarm: undefined })} />
      )}
    </div>
  );
}

/** With what the address holds. */
export function AlarmsPage(): ReactNode {
  return <AlarmsScreen search={usePageSearch(ADDRESSES.alarms)} onSearch={useSearchPatch(ADDRESSES.alarms)} />;
}

/** Who chooses the receivers finds them here. */
function Receivers(): ReactNode {
  const t = useT();
  const { IsAdmin: isAdmin } = useUser();
  return isAdmin ? <PageLink to={ADDRESSES.alarmReceivers}>{t('AlarmsWhoIsTold')}</PageLink> : null;
}

const More = (): ReactNode => (
  <>
    <Sound />
    <Receivers />
  </>
);

function Sound(): ReactNode {
  const t = useT();
  return <Switch label={t('AlarmsSound')} isOn={useSound()} onChange={keepSound} />;
}

function NoAlarms({ search, onSearch }: FiltersProps): ReactNode {
  const t = useT();
  const { IsAdmin: isAdmin } = useUser();
  const unreceived = useUnreceived();
  if (filterCount(search) > 0 && !(filterCount(search) === 1 && search.state === 'all'))
    return (
      <EmptyState
        icon="search"
        title={t('AlarmsNoMatch')}
        action={<Button onClick={() => onSearch(NO_FILTERS)}>{t('ClearFilters')}</Button>}
      />
    );
  return (
    <EmptyOrBegin text={t('AlarmsNoneText')}>
      <EmptyState
        icon="bell"
        title={t(search.state === 'all' ? 'AlarmsNoneEver' : 'AlarmsNone')}
        action={
          isAdmin && (
            <PageLink to={ADDRESSES.alarmReceivers} className={buttonClass({})}>
              {t('AlarmsChooseReceivers')}
            </PageLink>
          )
        }
      >
        {t('AlarmsNoneText')}
        {unreceived > 0 && (
          <>
            {' '}
            <strong>{t('AlarmsUnreceived', { count: unreceived })}</strong> {!isAdmin && t('UntoldAskAdmin')}
          </>
        )}
      </EmptyState>
    </EmptyOrBegin>
  );
}

/** What is urgent stands before the rest under its own name, where there is both. */
function Groups({ groups, ...props }: Omit<GroupProps, 'group'> & { readonly groups: readonly AlarmGroup[] }): ReactNode {
  const t = useT();
  const { pressing, others } = pressingFirst(groups);
  const list = (of: readonly AlarmGroup[], label: string): ReactNode =>
    of.length > 0 && (
      <ol className={styles['list']} aria-label={label}>
        {of.map((group) => (
          <Group key={group.key} group={group} {...props} />
        ))}
      </ol>
    );
  if (pressing.length === 0 || others.length === 0) return list(groups, t('MenuAlarms'));
  return (
    <>
      <h2 className={styles['heading']}>{t('AlarmUrgency-urgent')}</h2>
      {list(pressing, t('AlarmUrgency-urgent'))}
      <h2 className={styles['heading']}>{t('AlarmsOthers')}</h2>
      {list(others, t('AlarmsOthers'))}
    </>
  );
}

/** Of those that nobody has handled, as long as there are any. */
function mostUrgentOf(alarms: readonly Alarm[]): AlarmUrgency {
  const open = alarms.filter(({ state }) => state !== 'handled');
  const urgencies = (open.length > 0 ? open : alarms).map(urgencyNow);
  return ALARM_URGENCIES.find((urgency) => urgencies.includes(urgency)) ?? 'event';
}

const toneOf = (state: AlarmState, urgency: AlarmUrgency): 'success' | 'plain' | 'danger' | 'warning' =>
  state === 'handled' ? 'success' : state === 'seen' ? 'plain' : ALARM_LOOKS[urgency].tone;

interface GroupProps {
  readonly group: AlarmGroup;
  readonly isWide: boolean;
  readonly dueOf: DueOf;
  readonly busyWith: readonly unknown[];
  readonly onOpen: (alarm: Alarm) => void;
  readonly onHandled: (open: readonly Alarm[]) => void;
}

/** One alarm, or the same fault of one unit again and again, which opens to its times. */
function Group({ group, isWide, dueOf, busyWith, onOpen, onHandled }: GroupProps): ReactNode {
  const { newest, alarms } = group;
  const t = useT();
  const texts = useAlarmTexts();
  const now = useNow();
  const [isOpen, setOpen] = useState(false);
  const count = alarms.length;
  const state = stateOf(group);
  const inState = alarms.filter((alarm) => alarm.state === state).length;
  const urgency = mostUrgentOf(alarms);
  const open = alarms.filter((alarm) => alarm.state !== 'handled');
  const title = [newest.unit?.name, texts.what(newest)].filter(Boolean).join(': ');
  // The time that the rows are in order of, and that Today, the card and the sheet tell: of what lasts, the span is a second thing.
  const when = count > 1 ? t('AlarmGroup', { count, time: texts.whenShort(newest) }) : texts.whenShort(newest);
  // On a phone the line may end early: what was measured comes before where and how long.
  const due = newest.kind === 'service-due' ? dueOf(newest.unit?.imei ?? null, newest.subject) : null;
  const facts = [due, when, texts.measured(newest), texts.where(newest), texts.length(newest, now)].filter(Boolean);
  const badges = (
    <>
      {count === 1 && newest.repeats > 0 && <Badge>{t('AlarmRepeats', { count: newest.repeats })}</Badge>}
      <Badge tone={toneOf(state, urgency)}>
        {inState === count
          ? t(`AlarmState-${state}`)
          : t('AlarmStateSome', { state: t(`AlarmState-${state}`), shown: inState, count })}
      </Badge>
    </>
  );
  return (
    <li className={styles['row']} data-state={state} data-urgency={urgency}>
      <span className={styles['mark']} title={t(`AlarmUrgency-${urgency}`)}>
        <Icon name={ALARM_LOOKS[urgency].icon} size={20} />
        <span className="visually-hidden">{t(`AlarmUrgency-${urgency}`)}</span>
      </span>
      <button type="button" className={styles['what']} onClick={() => onOpen(newest)}>
        <strong>
          {newest.unit && (
            <span className={styles['unit']}>
              {newest.unit.name}
              <span className={styles['colon']}>:</span>
            </span>
          )}{' '}
          <span className={styles['kind']}>{texts.what(newest)}</span>
        </strong>
        <span className={styles['soft']}>
          {!isWide && badges} <Unbroken>{facts.join(' · ')}</Unbroken>
        </span>
      </button>
      <span className={styles['states']}>
        {isWide && badges}
        {open.length > 0 && (
          <Button
            isBusy={open.some(({ id }) => busyWith.includes(id))}
            onClick={() => onHandled(open.slice(0, ALARM_PAGE_MAX))}
            icon="check"
            className={styles['handle'] ?? ''}
          >
            {open.length > 1 ? t('AlarmHandleAll', { count: open.length }) : t('AlarmHandle')}
          </Button>
        )}
        {count > 1 && (
          <IconButton
            icon="chevron-down"
            className={styles['turn'] ?? ''}
            label={`${title}: ${t('AlarmGroup', { count, time: texts.whenShort(newest) })}`}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          />
        )}
      </span>
      {isOpen && (
        <ol className={styles['times']}>
          {alarms.map((alarm) => (
            <li key={alarm.id}>
              <button type="button" className={styles['time']} onClick={() => onOpen(alarm)}>
                <Unbroken>
                  {[texts.when(alarm), texts.where(alarm), texts.length(alarm, now), t(`AlarmState-${alarm.state}`)]
                    .filter(Boolean)
                    .join(' · ')}
                </Unbroken>
              </button>
            </li>
          ))}
        </ol>
      )}
    </li>
  );
}
