import type { UnitDetails } from '@spora/contract/units/endpoints';
import { isWatercraft } from '@spora/contract/units/values';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Loaded } from '../../ui/loaded.tsx';
import { ADDRESSES } from '../../lib/addresses.ts';
import { PageLink } from '../../lib/page-link.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { useErrorText, useT } from '../../lib/i18n.tsx';
import { AboutUnit } from '../../lib/unit-measures.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { mayLeave } from '../../lib/unsaved.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Sections } from '../../ui/sections.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { ReceiversTab } from '../alarms/public/receivers-tab.tsx';
import { UnitAlarms } from '../alarms/public/unit-alarms.tsx';
import { EcoTab, useEcoDraft } from '../commands/public/eco-tab.tsx';
import { IoTab } from '../commands/public/io-tab.tsx';
import { ModeTab } from '../modes/public/mode-tab.tsx';
import { TheftDialog } from '../modes/public/theft-dialog.tsx';
import { TheftPart } from '../modes/public/theft-part.tsx';
import { ObjectTab } from '../object-description/public/object-tab.tsx';
import { TheftTab } from '../object-description/public/theft-tab.tsx';
import { useObjectDraft, useTheftDraft } from '../object-description/public/use-draft.ts';
import { RefuellingTab } from '../refuelling/public/refuelling-tab.tsx';
import { BluetoothTab } from '../sensors/public/bluetooth-tab.tsx';
import { ServiceTab } from '../maintenance/public/service-tab.tsx';
import { OdometerTab } from '../maintenance/public/odometer-tab.tsx';
import { ZonesTab } from '../zones/public/zones-tab.tsx';
import { AccessTab } from './components/access-tab.tsx';
import { AppearanceTab } from './components/appearance-tab.tsx';
import { ChangeCarDialog } from './components/change-car-dialog.tsx';
import { ConnectionTab } from './components/connection-tab.tsx';
import { FeaturesTab } from './components/features-tab.tsx';
import { FuelTab } from './components/fuel-tab.tsx';
import { GeneralTab } from './components/general-tab.tsx';
import { HistoryTab } from './components/history-tab.tsx';
import { LockLog } from './components/lock-log.tsx';
import { OpenMatters } from './components/open-matters.tsx';
import { OverviewTab } from './components/overview-tab.tsx';
import { ReplaceDialog } from './components/replace-dialog.tsx';
import { RetireDialog } from './components/retire-dialog.tsx';
import { TripLogTab } from './components/trip-log-tab.tsx';
import { UnitHeader, type UnitAction } from './components/unit-header.tsx';
import { WorkingHoursTab } from './components/working-hours-tab.tsx';
import { readTab, TAB_FIELDS, tabGroupsOf, tabsOf, takesCommands, type FormTab, type UnitTab } from './form-model.ts';
import { unitQuery } from './queries.ts';
import type { HoursForm, SpeedForm, TripForm } from './settings-model.ts';
import { useDraft } from '../../lib/use-draft.ts';
import frame from '../../ui/section.module.css';
import styles from './components/unit-page.module.css';
import { useUnitForm } from './use-unit-form.ts';

/** What a tab is called; a boat has other words for some. */
const AT_SEA = { odometer: 'UnitTabLog', 'trip-log': 'UnitTabTrips', fuel: 'UnitTabFuelAtSea' } as const;
const tabName = (id: UnitTab, isBoat: boolean) =>
  isBoat && (id === 'odometer' || id === 'trip-log' || id === 'fuel') ? AT_SEA[id] : (`UnitTab-${id}` as const);

export interface UnitScreenProps {
  readonly imei: string;
  readonly tab: string | undefined;
  readonly onTab: (tab: UnitTab) => void;
  /** Which changes the history shows. */
  readonly history: string | undefined;
  readonly onHistory: (kind: string) => void;
  /** Another tracker sits in the unit: its page has another address. */
  readonly onMoved: (imei: string) => void;
  readonly onLeave: () => void;
  /** Something that the map shows was changed. */
  readonly onChanged: () => void;
  /** DRV-001: who is checked in; the trip log's to tell. Absent of a unit without tracker, and of one that was retired. */
  readonly renderCheckIn?: (unit: UnitDetails) => ReactNode;
  /** Where it is and what it does; the map's to tell. */
  readonly renderNow?: (unit: UnitDetails) => ReactNode;
  /** UNIT-017: the raw positions with a map; they are another room's. */
  readonly renderGeoData: (unit: UnitDetails) => ReactNode;
}

/** NAV-016, UNIT-020: one unit with its tabs. */
export function UnitScreen(props: UnitScreenProps): ReactNode {
  const t = useT();
  const errors = useErrorText();
  const query = useQuery(unitQuery(useSend(), props.imei));
  const { error } = query;
  if (!query.data && !query.isFetching && error instanceof ApiError && error.errors === 'UnitNotFound')
    return (
      <EmptyState
        icon="search"
        isAlert
        title={errors.text(error)}
        action={<PageLink to={ADDRESSES.units}>{t('UnitsBack')}</PageLink>}
      >
        {t('UnitMissingText')}
      </EmptyState>
    );
  return (
    <Loaded query={query} heights={[48, 36, 320]} className={styles['page']}>
      {(data) => (isShutOut(data) ? <ShutOut {...props} unit={data} /> : <UnitPage key={data.id} {...props} unit={data} />)}
    </Loaded>
  );
}

/** LOCK-006: locked by somebody else, and the viewer was not given it. */
const isShutOut = (unit: UnitDetails): boolean =>
  unit.locked_by !== null && !unit.can.edit_looks && !unit.can.unlock && !unit.is_retired;

function ShutOut(props: UnitScreenProps & { unit: UnitDetails }): ReactNode {
  const { unit } = props;
  const t = useT();
  return (
    <div className={styles['page']}>
      <UnitHeader unit={unit} onAction={() => undefined} backLink={<PageLink to={ADDRESSES.units}>{t('UnitsBack')}</PageLink>} />
      <EmptyState icon="lock" title={t('UnitLocked')}>
        {t('UnitShutOutText', { name: unit.locked_by ?? '' })}
      </EmptyState>
      <LockLog imei={props.imei} />
    </div>
  );
}

function UnitPage(props: UnitScreenProps & { unit: UnitDetails }): ReactNode {
  const { unit, imei } = props;
  const t = useT();
  const toasts = useToasts();
  const [action, setAction] = useState<UnitAction | null>(null);
  const formOf = useUnitForm(unit, imei, props.onChanged);
  const ecoDraft = useEcoDraft();
  const objectDraft = useObjectDraft();
  const theftDraft = useTheftDraft();
  const trips = useDraft<TripForm>();
  const speed = useDraft<SpeedForm>();
  const hours = useDraft<HoursForm>();
  const open = readTab(props.tab, tabsOf(unit));
  const close = (): void => setAction(null);
  const done = (text: string, then: () => void): void => {
    close();
    toasts.show({ text });
    props.onChanged();
    then();
  };
  const panels: Readonly<Record<UnitTab, ReactNode>> = {
    overview: <OverviewTab unit={unit} imei={imei} now={props.renderNow?.(unit)} onTab={props.onTab} />,
    general: <GeneralTab unit={unit} imei={imei} form={formOf('general')} />,
    appearance: <AppearanceTab unit={unit} form={formOf('appearance')} />,
    'trip-log': <TripLogTab imei={imei} isBoat={isWatercraft(unit.kind)} trips={trips} speed={speed} />,
    fuel: <FuelTab unit={unit} form={formOf('fuel')} />,
    refuelling: <RefuellingTab imei={imei} name={unit.name} />,
    service: <ServiceTab imei={imei} unit={unit} />,
    odometer: <OdometerTab imei={imei} onChanged={props.onChanged} />,
    'working-hours': <WorkingHoursTab imei={imei} draft={hours} />,
    access: <AccessTab unit={unit} imei={imei} />,
    alarms: (
      <div className={frame['sections']}>
        <ReceiversTab unitId={unit.id} name={unit.name} />
        <UnitAlarms imei={imei} />
      </div>
    ),
    zones: <ZonesTab unitId={unit.id} imei={imei} />,
    features: <FeaturesTab unit={unit} form={formOf('features')} />,
    mode: <ModeTab imei={imei} unitName={unit.name} hasTheft={tabsOf(unit).includes('theft')} />,
    io: <IoTab imei={imei} />,
    bluetooth: <BluetoothTab imei={imei} />,
    eco: <EcoTab imei={imei} draft={ecoDraft} />,
    connection: <ConnectionTab unit={unit} imei={imei} />,
    'geo-data': props.renderGeoData(unit),
    object: <ObjectTab imei={imei} draft={objectDraft} />,
    theft: (
      <TheftTab
        imei={imei}
        draft={theftDraft}
        // OBJ-009.
        offer={takesCommands(unit) && <TheftPart imei={imei} unitName={unit.name} lead={<p>{t('TheftModeReportOffer')}</p>} />}
      />
    ),
    history: <HistoryTab imei={imei} unitKind={unit.kind} shown={props.history} onShown={props.onHistory} />,
  };
  const drafts: Readonly<Partial<Record<UnitTab, { isDirty: boolean }>>> = {
    eco: ecoDraft,
    object: objectDraft,
    theft: theftDraft,
  };
  const isDirty = (tab: UnitTab): boolean =>
    tab === 'trip-log'
      ? trips.isDirty || speed.isDirty
      : tab === 'working-hours'
        ? hours.isDirty
        : (drafts[tab]?.isDirty ?? (tab in TAB_FIELDS && formOf(tab as FormTab).isDirty));
  const isBoat = isWatercraft(unit.kind);
  const nameOf = (id: UnitTab): string => t(tabName(id, isBoat));
  return (
    <div className={styles['page']}>
      <UnitHeader
        unit={unit}
        onAction={(chosen) => void mayLeave().then((isYes) => isYes && setAction(chosen))}
        backLink={<PageLink to={ADDRESSES.units}>{t('UnitsBack')}</PageLink>}
        onTheft={() => props.onTab('mode')}
        beside={unit.imei !== null && !unit.is_retired && props.renderCheckIn?.(unit)}
      />
      <OpenMatters unit={unit} onTab={props.onTab} />
      <Sections
        label={t('UnitTabs')}
        selected={open}
        onSelect={(tab) => props.onTab(readTab(tab))}
        hrefOf={(tab) => `?${new URLSearchParams({ imei, tab }).toString()}`}
        groups={tabGroupsOf(unit).map(({ group, tabs }) => ({
          title: t(isBoat && group === 'driving' ? 'UnitTabsUse' : `UnitTabs-${group}`),
          sections: tabs.map((id) => ({ id, label: isDirty(id) ? `${nameOf(id)} •` : nameOf(id) })),
        }))}
      >
        <AboutUnit kind={unit.kind}>{panels[open]}</AboutUnit>
      </Sections>
      {action === 'replace' && (
        <ReplaceDialog
          unit={{ name: unit.name, imei }}
          onClose={close}
          onReplaced={(next) => done(t('UnitReplaced', { name: unit.name }), () => props.onMoved(next))}
        />
      )}
      {action === 'change-car' && (
        <ChangeCarDialog
          unit={{ ...unit, imei }}
          onClose={close}
          onChanged={(name) => done(t('UnitCarChanged', { name }), () => undefined)}
        />
      )}
      {action === 'theft' && <TheftDialog imei={imei} unitName={unit.name} onClose={close} />}
      {action === 'retire' && (
        <RetireDialog
          unit={unit}
          imei={imei}
          onClose={close}
          onRetired={() => done(t('UnitIsRetired', { name: unit.name }), props.onLeave)}
        />
      )}
    </div>
  );
}
