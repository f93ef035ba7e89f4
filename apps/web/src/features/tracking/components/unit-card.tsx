import { isWatercraft } from '@spora/contract/units/values';
import { useQuery } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { PageLink, useGo } from '../../../lib/page-link.tsx';
import { useFocusIfLost } from '../../../lib/use-focus-if-lost.ts';
import { ageText } from '../../../lib/age.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { useSend } from '../../../lib/send-context.tsx';
import { movedText, stateText } from '../../../lib/kind-texts.ts';
import { Button, buttonClass, IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { GatherOffers, OfferedAction, OfferedWayOut, OfferMenu } from '../../../ui/offered-action.tsx';
import { ALARM_LOOKS, isAlarming } from '../../alarms/public/alarm-urgency.ts';
import { OpenAlarmsText } from '../../alarms/public/open-alarms-text.tsx';
import type { OpenOfUnit } from '../../alarms/public/open-alarms.ts';
import { lastsText } from '../does-text.ts';
import { symbolOf, toldState, toldTime, type ShownUnit } from '../model.ts';
import { HowToConnect } from './how-to-connect.tsx';
import { UnitMark } from '../../../map/unit-mark.tsx';
import styles from './unit-card.module.css';
import { Moment, UnitFacts, usePlaced } from './unit-facts.tsx';
import { UnitAddress } from './unit-list.tsx';

/** MAP-021, MAP-022: what is known of a unit now, and what can be done with it. Fields without data are left out. */
export function UnitCard(props: {
  unit: ShownUnit;
  nowMs: number;
  openAlarms: Pick<OpenOfUnit, 'count' | 'urgency'> | null;
  isFollowed: boolean;
  onFollow: (isOn: boolean) => void;
  onHistory: () => void;
  onClose: () => void;
  arming?: ReactNode;
  /** MAP-008, MAP-011, MODE-010: how often it reports, active tracking, theft mode. */
  reporting?: ReactNode;
  checkIn?: ReactNode;
  /** MAP-022. */
  outputs?: ReactNode;
  /** MAP-035. */
  sharing?: ReactNode;
  /** MAP-021: what other rooms know of it, each a `Fact`. */
  moreFacts?: ReactNode;
}): ReactNode {
  const { unit, nowMs } = props;
  const t = useT();
  const format = useFormat();
  const section = useRef<HTMLElement>(null);
  useFocusIfLost(section);
  const state = toldState(unit, nowMs);
  const told = toldTime(unit, nowMs);
  const where = usePlaced(unit, nowMs);
  return (
    <GatherOffers>
      <section ref={section} tabIndex={-1} className={styles['card']} aria-label={t('UnitCard', { name: unit.name })}>
        <header className={styles['top']}>
          <UnitMark
            colour={unit.colour}
            symbol={symbolOf(unit)}
            state={props.openAlarms && isAlarming(props.openAlarms.urgency) ? 'alarm' : state}
            headingDeg={unit.position?.heading_deg}
            size={36}
          />
          <div className={styles['names']}>
            <h2 className={styles['name']}>{unit.name}</h2>
            <p className={styles['state']}>
              {unit.no_position_reason === 'private' && t('NoPosition-private')}
              {state &&
                (told?.kind === 'then' ? (
                  t('StateThen', { state: movedText(unit.kind, t), age: ageText(told.at, nowMs, t) })
                ) : told ? (
                  lastsText({ state, kind: unit.kind, forS: told.forS, isAtLeast: told.isAtLeast }, t, format)
                ) : (
                  <span>{stateText(state, unit.kind, t)}</span>
                ))}
              {state === 'theft' && unit.imei && <Beneath imei={unit.imei} kind={unit.kind} />}
            </p>
          </div>
          <IconButton icon="close" label={t('CloseCard')} onClick={props.onClose} />
        </header>
        {unit.no_position_reason === 'private' ? (
          <p className={styles['reason']}>{t('PrivateUseHelp')}</p>
        ) : unit.no_position_reason ? (
          <p className={styles['reason']}>{t(`NoPosition-${unit.no_position_reason}`)}</p>
        ) : (
          <p className={styles['address']}>
            <UnitAddress unit={where} isWhole />
          </p>
        )}
        <HowToConnect unit={unit} className={styles['notice']} />
        {unit.position && (
          <p className={styles['age']}>
            {t('LastPosition')}: <Moment at={unit.position.time} nowMs={nowMs} />
          </p>
        )}
        {props.checkIn && <div className={styles['notice']}>{props.checkIn}</div>}
        {props.openAlarms && unit.imei && (
          <PageLink
            to={ADDRESSES.alarms}
            search={{ unit: unit.imei }}
            className={styles['alarms']}
            data-urgency={props.openAlarms.urgency}
          >
            <Icon name={ALARM_LOOKS[props.openAlarms.urgency].icon} size={16} />
            <OpenAlarmsText imei={unit.imei} count={props.openAlarms.count} />
          </PageLink>
        )}
        {props.arming && <div className={styles['notice']}>{props.arming}</div>}
        {props.reporting && <div className={styles['notice']}>{props.reporting}</div>}
        <div className={styles['actions']}>
          {unit.position && (
            <Button
              isSmall
              icon="target"
              look={props.isFollowed ? 'primary' : 'plain'}
              aria-pressed={props.isFollowed}
              onClick={() => props.onFollow(!props.isFollowed)}
            >
              {props.isFollowed ? t('StopFollowing') : t('Follow')}
            </Button>
          )}
          {unit.imei && (
            <>
              {unit.no_position_reason !== 'never-connected' && (
                <Button isSmall icon="history" onClick={props.onHistory}>
                  {t('ShowHistory')}
                </Button>
              )}
              <PageLink to={ADDRESSES.tripLog} search={{ unit: unit.imei }} className={buttonClass({ isSmall: true })}>
                <Icon name="log" size={16} />
                {t(isWatercraft(unit.kind) ? 'OpenTripsAtSea' : 'OpenTripLog')}
              </PageLink>
            </>
          )}
          {props.sharing}
          <OfferMenu label={t('MoreActions')} order={MENU_ORDER} />
        </div>
        <FurtherActions unit={unit} />
        <UnitFacts unit={unit} nowMs={nowMs} more={props.moreFacts} />
        {props.outputs}
      </section>
    </GatherOffers>
  );
}

const THEFT_LOOK_MS = 15_000;
/** MODE-010: what a unit does whose theft mode is on, which takes the place of its state everywhere else. */
function Beneath({ imei, kind }: { imei: string; kind: ShownUnit['kind'] }): ReactNode {
  const t = useT();
  const query = endpointQuery(useSend(), 'units.get', { params: { imei } });
  const { data } = useQuery({ ...query, refetchInterval: THEFT_LOOK_MS, staleTime: 0, retry: false });
  return data?.state ? ` · ${stateText(data.state, kind, t)}` : null;
}

/** As often as they are wanted; what is dangerous comes after all. */
const MENU_ORDER = ['check-in', 'check-out', 'navigate', 'arm', 'track', 'settings', 'theft'] as const;

/** What leads away from the map, in the menu. */
function FurtherActions({ unit }: { unit: ShownUnit }): ReactNode {
  const t = useT();
  const go = useGo();
  const { imei, position } = unit;
  const place = position && `${position.lat},${position.lng}`;
  return (
    <>
      {place && <OfferedWayOut id="navigate" icon="way" label={t('NavigateTo')} href={`geo:${place}?q=${place}`} />}
      {imei && (
        <OfferedAction
          id="settings"
          isWrite={false}
          icon="sliders"
          label={t('OpenUnit')}
          onPress={() => void go({ to: ADDRESSES.editUnit, search: { imei } })}
        />
      )}
    </>
  );
}
