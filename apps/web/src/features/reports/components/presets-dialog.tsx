import type { ReportId } from '@spora/contract/reports/tables';
import { useQuery } from '@tanstack/react-query';
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { forgetUnsaved, mayLeave, useCarefulClose, useUnsavedChanges } from '../../../lib/unsaved.ts';
import { useRefusals } from '../../../lib/use-refusals.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { CheckBox } from '../../../ui/check-box.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { addPreset, type Preset, presetsQuery, removePreset, sharePreset, useReportWrite } from '../report-queries.ts';
import { periodOf, presetOf, type PresetSearch, searchOfPreset } from '../preset-period.ts';
import { monthsAsked } from '../public/report-search.ts';
import styles from './dialogs.module.css';

/** As the contract has it; named here so that the screen loads no schemas. */
const NAME_MAX = 50;

/** REP-017: filters under a name: use one, save the one that is shown, share or remove one's own. */
export function PresetsDialog(props: {
  report: ReportId;
  search: PresetSearch;
  /** A day of the account. */
  today: string;
  onUse: (search: PresetSearch) => void;
  onClose: () => void;
}): ReactNode {
  const { report, today, onClose } = props;
  const close = useCarefulClose(false, onClose);
  const t = useT();
  const toasts = useToasts();
  const periodText = usePeriodText();
  const query = useQuery(presetsQuery(useSend()));
  const use = async (preset: Preset): Promise<void> => {
    if (!(await mayLeave())) return;
    // The address that changes asks nothing more.
    forgetUnsaved();
    props.onUse(searchOfPreset(preset.search, today));
    toasts.show({ text: t('PresetUsed', { name: preset.name, period: periodText(periodOf(preset.search, today)) }) });
    onClose();
  };
  return (
    <Dialog title={t('PresetMenu')} closeLabel={t('Close')} isOpen onClose={close}>
      <Loaded query={query}>
        {({ presets }) => {
          const own = presets.filter((preset) => preset.report === report);
          return (
            <div className={styles['list']}>
              {own.length === 0 && <p className={styles['soft']}>{t('PresetNone')}</p>}
              {own.map((preset) => (
                <Entry
                  key={preset.id}
                  preset={preset}
                  today={today}
                  isShown={isSame(props.search, searchOfPreset(preset.search, today), today)}
                  onUse={() => void use(preset)}
                />
              ))}
              <SaveForm report={report} search={props.search} today={today} />
            </div>
          );
        }}
      </Loaded>
    </Dialog>
  );
}

/** Whether the months of a filter stand or follow the calendar. */
function usePeriodText(): (period: ReturnType<typeof periodOf>) => string {
  const t = useT();
  const format = useFormat();
  return (period) =>
    'rolls' in period
      ? t('PresetRolls', { span: t(period.rolls).toLowerCase() })
      : t('PresetFixed', { months: format.months(period.from, period.to) });
}

/** Whether a page shows what a filter asks for today; of the usual months the address says nothing. */
function isSame(shown: PresetSearch, asked: PresetSearch, today: string): boolean {
  const [one, other] = [shown, asked].map(({ from, to, ...rest }) => {
    const months = monthsAsked({ ...(from !== undefined && { from }), ...(to !== undefined && { to }) }, today);
    return JSON.stringify(Object.entries({ ...rest, ...months }).toSorted(([a], [b]) => a.localeCompare(b)));
  });
  return one === other;
}

function Entry(props: { preset: Preset; today: string; isShown: boolean; onUse: () => void }): ReactNode {
  const { preset, today, onUse } = props;
  const t = useT();
  const periodText = usePeriodText();
  const errors = useErrorText();
  const share = useReportWrite('reports.presets', sharePreset);
  const remove = useReportWrite('reports.presets', removePreset);
  const failure = share.error ?? remove.error;
  return (
    <section className={styles['entry']} aria-label={preset.name}>
      <h3>{preset.name}</h3>
      {props.isShown && (
        <p className={styles['shown']}>
          <Icon name="check" size={14} />
          {t('PresetShown')}
        </p>
      )}
      <p className={styles['soft']}>{periodText(periodOf(preset.search, today))}</p>
      {preset.can.edit ? (
        <CheckBox
          label={t('PresetShare')}
          checked={preset.is_shared}
          disabled={share.isPending}
          onChange={(isShared) => share.mutate({ id: preset.id, is_shared: isShared })}
        />
      ) : (
        <p className={styles['soft']}>{t('PresetOwner', { name: preset.owner })}</p>
      )}
      {failure && <Banner tone="danger">{errors.text(failure)}</Banner>}
      <div className={styles['actions']}>
        <Button isSmall onClick={onUse}>
          {t('PresetUse')}
        </Button>
        {preset.can.remove && (
          <Button isSmall look="quiet" isBusy={remove.isPending} onClick={() => remove.mutate(preset.id)}>
            {t('PresetRemove', { name: preset.name })}
          </Button>
        )}
      </div>
    </section>
  );
}

function SaveForm({ report, search, today }: { report: ReportId; search: PresetSearch; today: string }): ReactNode {
  const t = useT();
  const periodText = usePeriodText();
  const toasts = useToasts();
  const [name, setName] = useState('');
  useUnsavedChanges(name.trim() !== '');
  const [isShared, setShared] = useState(false);
  // Who chose "this month" means the month that it will be then, as a rule.
  const [isRolling, setRolling] = useState(true);
  const periods = [true, false].map((rolls) => ({ rolls, period: periodOf(presetOf(search, today, rolls), today) }));
  const canRoll = periods.some(({ period }) => 'rolls' in period);
  const choice = useId();
  const save = useReportWrite('reports.presets', addPreset);
  const fields = useRefusals(save.error, { name });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (save.isPending) return;
    save.mutate(
      { report, name, search: presetOf(search, today, isRolling), is_shared: isShared },
      {
        onSuccess: () => {
          setName('');
          toasts.show({ text: t('Saved') });
        },
      },
    );
  };
  return (
    <form className={styles['form']} noValidate onSubmit={submit}>
      <TextField
        label={t('PresetName')}
        help={t('PresetHelp')}
        name="name"
        maxLength={NAME_MAX}
        value={name}
        error={fields['name'] ?? null}
        onChange={(event) => setName(event.target.value)}
      />
      <fieldset className={styles['choice']}>
        <legend>{t('PresetPeriod')}</legend>
        {canRoll ? (
          periods.map(({ rolls, period }) => (
            <label key={String(rolls)}>
              <input type="radio" name={choice} checked={isRolling === rolls} onChange={() => setRolling(rolls)} />
              <span>{periodText(period)}</span>
            </label>
          ))
        ) : (
          <p className={styles['soft']}>{periodText(periodOf(search, today))}</p>
        )}
      </fieldset>
      <CheckBox label={t('PresetShare')} checked={isShared} onChange={setShared} />
      {save.error && <FailureBanner failure={save.error} ownFields={['name']} onRetry="submit" />}
      <div className={styles['actions']}>
        <Button type="submit" look="primary" isBusy={save.isPending}>
          {t('PresetSave')}
        </Button>
      </div>
    </form>
  );
}
