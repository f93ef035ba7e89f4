import { DAY_MS } from '@spora/calendar/durations';
import type { DataOf } from '@spora/contract/endpoint-map';
import type { Battery } from '@spora/contract/units/settings';
import { BATTERY_KINDS, BATTERY_THRESHOLD_LIMITS, type BatteryKind } from '@spora/contract/units/values';
import { LANGUAGE_FACTS } from '@spora/messages/languages';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { FailureBanner } from '../../ui/failure-banner.tsx';
import { NotLoaded } from '../../ui/loaded.tsx';
import { ADDRESSES } from '../../lib/addresses.ts';
import { PageLink, useGo, usePageSearch } from '../../lib/page-link.tsx';
import { ageText, useNow } from '../../lib/age.ts';
import { call } from '../../lib/call.ts';
import { useFormat, useLanguage, useT } from '../../lib/i18n.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { useCarefulClose } from '../../lib/unsaved.ts';
import { useRefusals } from '../../lib/use-refusals.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { CheckBox } from '../../ui/check-box.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Select } from '../../ui/select.tsx';
import { Table } from '../../ui/table.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { EmptyOrBegin } from '../../ui/begin-unit.tsx';
import { type BatterySearch, chartOf, daysOf, pointsOf, shownBatteries, thresholdFaults } from './battery-model.ts';
import styles from './battery-screen.module.css';
import { readNumber } from './form-model.ts';
import { lowBatteryQuery, useSettingChange, voltageQuery } from './queries.ts';

type LowBattery = DataOf<'units.low-battery'>;
const TONES = { low: 'danger', uncertain: 'warning', well: 'success' } as const;

/** UNIT-027, UNIT-028: batteries that are low or may be, with their history, and what counts as low. */
export function BatteryScreen(props: { search: BatterySearch; onSearch: (search: BatterySearch) => void }): ReactNode {
  const t = useT();
  const format = useFormat();
  const query = useQuery(lowBatteryQuery(useSend()));
  const { data } = query;
  const [isSetting, setSetting] = useState(false);
  return (
    <div className={styles['page']}>
      <div className={styles['top']}>
        <h2 className={styles['title']}>{t('LowBattery')}</h2>
        {data?.can.edit && <Button onClick={() => setSetting(true)}>{t('BatteryThresholds')}</Button>}
      </div>
      <p className={styles['soft']}>{t('LowBatteryLead', { margin: format.number((data?.margin ?? 0.03) * 100) })}</p>
      {data ? <Batteries {...props} low={data} /> : <NotLoaded query={query} heights={[280]} isPart />}
      {data && isSetting && <Thresholds low={data} onClose={() => setSetting(false)} />}
    </div>
  );
}

function Batteries(props: Parameters<typeof BatteryScreen>[0] & { low: LowBattery }): ReactNode {
  const { low, search, onSearch } = props;
  const t = useT();
  const [open, setOpen] = useState<Battery | null>(null);
  if (low.batteries.length === 0)
    return (
      <EmptyOrBegin text={t('LowBatteryNothingText')}>
        <EmptyState icon="truck" title={t('LowBatteryNothing')}>
          {t('LowBatteryNothingText')}
        </EmptyState>
      </EmptyOrBegin>
    );
  const rows = shownBatteries(low.batteries, search);
  return (
    <>
      <div className={styles['filters']}>
        <Select
          label={t('BatteryKind')}
          value={search.kind ?? ''}
          options={[
            { value: '' as const, label: t('BatteryKindAll') },
            ...BATTERY_KINDS.map((kind) => ({ value: kind, label: t(`BatteryKind-${kind}`) })),
          ]}
          onChange={(kind) => onSearch({ ...search, kind: kind === '' ? undefined : kind })}
        />
        <CheckBox
          label={t('BatteryAll')}
          checked={search.all === 'true'}
          onChange={(isOn) => onSearch({ ...search, all: isOn ? 'true' : undefined })}
        />
        <span className={styles['soft']}>{t('LowBatteryCount', { count: rows.length })}</span>
      </div>
      {rows.length === 0 ? (
        <EmptyState icon="check" title={t('LowBatteryNone')}>
          {t('LowBatteryNoneText')}
        </EmptyState>
      ) : (
        <BatteryTable {...props} rows={rows} onOpen={setOpen} />
      )}
      {open && <History battery={open} thresholdV={low.thresholds[open.kind]} onClose={() => setOpen(null)} />}
    </>
  );
}

/** NAV-035: batteries that are low, with what the address holds. */
export function LowBatteryPage(): ReactNode {
  const go = useGo();
  return (
    <BatteryScreen
      search={usePageSearch(ADDRESSES.lowBattery)}
      onSearch={(search) => void go({ to: ADDRESSES.lowBattery, search, replace: true })}
    />
  );
}

function BatteryTable(props: { low: LowBattery; rows: readonly Battery[]; onOpen: (battery: Battery) => void }): ReactNode {
  const { low, rows } = props;
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const volts = (value: number): string => `${format.number(value, 1)}\u00a0V`;
  return (
    <Table
      label={t('LowBattery')}
      head={
        <>
          <th scope="col">{t('UnitName')}</th>
          <th scope="col">{t('BatteryKind')}</th>
          <th scope="col" data-kind="number">
            {t('BatteryVoltageNow')}
          </th>
          <th scope="col" data-kind="number">
            {t('BatteryThreshold')}
          </th>
          <th scope="col">{t('BatteryState')}</th>
          <th scope="col">{t('BatteryHeard')}</th>
          <th scope="col">
            <span className="visually-hidden">{t('BatteryHistory')}</span>
          </th>
        </>
      }
    >
      {rows.map((battery) => (
        <tr key={`${battery.unit_id} ${battery.kind}`}>
          <td data-label={t('UnitName')}>
            <PageLink to={ADDRESSES.editUnit} search={{ imei: battery.imei }}>
              {battery.name}
            </PageLink>{' '}
            <span className={styles['soft']}>{battery.registration_number}</span>
          </td>
          <td data-label={t('BatteryKind')}>{t(`BatteryKind-${battery.kind}`)}</td>
          <td data-label={t('BatteryVoltageNow')} data-kind="number">
            {volts(battery.voltage_v)}
          </td>
          <td data-label={t('BatteryThreshold')} data-kind="number">
            {volts(low.thresholds[battery.kind])}
          </td>
          <td data-label={t('BatteryState')}>
            <Badge tone={TONES[battery.state]}>{t(`BatteryState-${battery.state}`)}</Badge>
          </td>
          <td data-label={t('BatteryHeard')}>
            <time dateTime={battery.at} title={format.exactTime(battery.at)}>
              {ageText(battery.at, now, t)}
            </time>
          </td>
          <td>
            <div className={styles['acts']}>
              <Button isSmall look="quiet" icon="history" onClick={() => props.onOpen(battery)}>
                {t('BatteryHistory')}
              </Button>
              {low.can.edit && (
                <PageLink
                  to={ADDRESSES.editUnit}
                  search={{ imei: battery.imei, tab: 'alarms' }}
                  className={buttonClass({ look: 'quiet', isSmall: true })}
                  aria-label={`${t('UnitTab-alarms')}, ${battery.name}`}
                >
                  {t('UnitTab-alarms')}
                </PageLink>
              )}
            </div>
          </td>
        </tr>
      ))}
    </Table>
  );
}

function History(props: { battery: Battery; thresholdV: number; onClose: () => void }): ReactNode {
  const { battery, thresholdV } = props;
  const t = useT();
  const format = useFormat();
  const [toMs] = useState(() => Date.now());
  const [days, setDays] = useState<'7' | '30'>('7');
  const fromMs = toMs - Number(days) * DAY_MS;
  const query = voltageQuery(useSend(), battery.imei, new Date(fromMs).toISOString(), new Date(toMs).toISOString());
  const history = useQuery(query);
  const { data } = history;
  const points = pointsOf(data?.points ?? [], battery.kind);
  const volts = (value: number): string => format.number(value, 1);
  const summary = t('BatteryHistorySummary', {
    least: volts(Math.min(...points.map(({ leastV }) => leastV))),
    most: volts(Math.max(...points.map(({ mostV }) => mostV))),
  });
  const chart = chartOf(points, { fromMs, toMs, thresholdV });
  return (
    <Dialog isOpen title={t('BatteryHistoryOf', { name: battery.name })} closeLabel={t('Close')} onClose={props.onClose}>
      <div className={styles['history']}>
        <Select
          label={t('BatteryHistoryPeriod')}
          value={days}
          options={[
            { value: '7', label: t('BatteryHistoryWeek') },
            { value: '30', label: t('BatteryHistoryMonth') },
          ]}
          onChange={setDays}
        />
        {!data && <NotLoaded query={history} heights={[160]} isPart />}
        {data && points.length === 0 && <p className={styles['soft']}>{t('BatteryHistoryNone')}</p>}
        {points.length > 0 && (
          <>
            <svg className={styles['chart']} viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label={summary}>
              <line className={styles['threshold']} x1="0" x2="100" y1={chart.thresholdY} y2={chart.thresholdY} />
              <polyline className={styles['line']} points={chart.line} />
            </svg>
            <p className={styles['soft']}>{`${summary} ${t('BatteryThreshold')}: ${volts(thresholdV)} V.`}</p>
            <Table
              label={t('BatteryHistoryTable')}
              head={
                <>
                  <th scope="col">{t('SettingDay')}</th>
                  <th scope="col" data-kind="number">
                    {t('BatteryLowest')}
                  </th>
                  <th scope="col" data-kind="number">
                    {t('BatteryHighest')}
                  </th>
                </>
              }
            >
              {daysOf(points, format.day).map((row) => (
                <tr key={row.day}>
                  <td data-label={t('SettingDay')}>{row.day}</td>
                  <td data-label={t('BatteryLowest')} data-kind="number">{`${volts(row.leastV)} V`}</td>
                  <td data-label={t('BatteryHighest')} data-kind="number">{`${volts(row.mostV)} V`}</td>
                </tr>
              ))}
            </Table>
          </>
        )}
      </div>
    </Dialog>
  );
}

function Thresholds(props: { low: LowBattery; onClose: () => void }): ReactNode {
  const { low } = props;
  const t = useT();
  const format = useFormat();
  const { language } = useLanguage();
  const toasts = useToasts();
  const textOf = (kind: BatteryKind): string => String(low.thresholds[kind]).replace('.', LANGUAGE_FACTS[language].decimalSign);
  const [texts, setTexts] = useState({ '12': textOf('12'), '24': textOf('24'), 'built-in': textOf('built-in') });
  const [hasTried, setTried] = useState(false);
  const close = useCarefulClose(
    BATTERY_KINDS.some((kind) => texts[kind] !== textOf(kind)),
    props.onClose,
  );
  const save = useSettingChange(
    (send, thresholds: Record<BatteryKind, number>) => call(send, 'units.save-battery-thresholds', { body: { thresholds } }),
    lowBatteryQuery,
  );
  const faults = hasTried ? thresholdFaults(texts) : [];
  const valueOf = (kind: BatteryKind): number => readNumber(texts[kind]) ?? 0;
  const refused = useRefusals(save.error, texts);
  return (
    <Dialog isOpen title={t('BatteryThresholds')} closeLabel={t('Close')} onClose={close}>
      <form
        className={styles['history']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (save.isPending || thresholdFaults(texts).length > 0) return;
          save.mutate(
            { '12': valueOf('12'), '24': valueOf('24'), 'built-in': valueOf('built-in') },
            {
              onSuccess: () => {
                toasts.show({ text: t('Saved') });
                props.onClose();
              },
            },
          );
        }}
      >
        <p className={styles['soft']}>{t('BatteryThresholdsText')}</p>
        {BATTERY_KINDS.map((kind) => {
          const [least, most] = BATTERY_THRESHOLD_LIMITS[kind];
          return (
            <TextField
              key={kind}
              label={t('BatteryThresholdOf', { kind: t(`BatteryKind-${kind}`) })}
              inputMode="decimal"
              autoComplete="off"
              trailing={<span className={styles['unit']}>V</span>}
              value={texts[kind]}
              onChange={(event) => setTexts((before) => ({ ...before, [kind]: event.target.value }))}
              error={
                faults.includes(kind)
                  ? t('SettingBetween', { least: format.number(least, 1), most: format.number(most, 1) })
                  : (refused[kind] ?? null)
              }
            />
          );
        })}
        <FailureBanner failure={save.error} onRetry="submit" />
        <div className={styles['ends']}>
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button type="submit" look="primary" isBusy={save.isPending}>
            {t('Save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
