import { dayIn } from '@spora/calendar/zones';
import type { SafeHome } from '@spora/contract/safe-return/endpoints';
import { SAFE_HOME_WEEKS_MAX } from '@spora/contract/safe-return/schedule';
import { createFormat } from '@spora/messages/format';
import { useState, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { browserTimeZone, useLanguage, useT } from '../../../lib/i18n.tsx';
import { useCarefulClose } from '../../../lib/unsaved.ts';
import { useDraftForm } from '../../../lib/use-draft-form.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { ChangedMeanwhile, meanwhileOf } from '../../../ui/changed-meanwhile.tsx';
import { DayField } from '../../../ui/day-field.tsx';
import { Sheet } from '../../../ui/dialog.tsx';
import { useFreeDays } from '../../days-off/public/free-days.ts';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import {
  CHECK_TIMES,
  dayOfWeekday,
  previewOf,
  type SavedHome,
  scheduleFaults,
  scheduleForm,
  scheduleInput,
  type ScheduleForm,
  timeFacts,
  timesOf,
  WEEKDAYS,
  withDay,
  withWorkdays,
  WORKDAYS,
} from '../model.ts';
import { useHomeWrite } from '../queries.ts';
import { useLeave } from '../use-leave.ts';
import styles from './safe-return.module.css';

/** SAFE-019 to SAFE-026, SAFE-031: when a unit is to be home. */
export function ScheduleSheet(props: {
  home: SafeHome;
  onClose: () => void;
  /** `told` is what came of it. */
  onSaved: (saved: SavedHome, told: string) => void;
  nowMs?: number;
}): ReactNode {
  const { home, onClose } = props;
  const t = useT();
  // DEC-35: the browser's, whatever the account's is.
  const [zone] = useState(browserTimeZone);
  const [nowMs] = useState(() => props.nowMs ?? Date.now());
  const today = dayIn(nowMs, zone);
  const [began, setBegan] = useState(home);
  const [first, setFirst] = useState(() => scheduleForm(home, today));
  const write = useHomeWrite((send, { form, isBlind }: { form: ScheduleForm; isBlind: boolean }) =>
    call(send, 'safe-return.save-schedule', {
      body: { ...scheduleInput(form, home.imei, zone), ...(isBlind ? {} : { was: timeFacts(began) }) },
    }),
  );
  useLeave(write.error);
  const store = (form: ScheduleForm, isBlind = false): void =>
    write.mutate(
      { form, isBlind },
      {
        onSuccess: (saved) =>
          props.onSaved(saved, t(saved.turned_off ? 'SafeHomeScheduleOff' : 'AlertScheduleUpdated', { name: home.name })),
      },
    );
  const draft = useDraftForm<ScheduleForm>({
    first,
    faultsOf: (form) => scheduleFaults(form, first, today),
    write,
    send: (form) => store(form),
  });
  const { weekday } = createFormat(useLanguage().language, 'UTC');
  const times = timesOf(home, (day) => weekday(dayOfWeekday(day)));
  const theirs = meanwhileOf(write.error, timeFacts(began), timeFacts(home), {
    schedule: [t('Schedule'), times.filter(Boolean).join('; ') || t('SafeHomeNoTimes')],
    frequency: [t('SafeHomeCycle'), t('SafeHomeEvery', { count: home.frequency })],
    start_date: [t('SafeHomeStart'), home.start_date ?? '–'],
    time_zone: [t('CompanyTimeZone'), home.time_zone ?? '–'],
  });
  const takeTheirs = (): void => {
    const form = scheduleForm(home, today);
    setBegan(home);
    setFirst(form);
    draft.rebase(form);
    write.reset();
  };
  const { form, set } = draft;
  const close = useCarefulClose(draft.isUnsaved, onClose);
  return (
    <Sheet title={t('SafeHomeScheduleTitle', { name: home.name })} closeLabel={t('Close')} isOpen isWide onClose={close}>
      <form ref={draft.place} className={styles['form']} noValidate onSubmit={draft.submit}>
        <p className={styles['lead']}>{t('SafeHomeScheduleInfo')}</p>
        <div className={styles['pair']}>
          <SelectField
            label={t('SafeHomeCycle')}
            value={String(form.frequency)}
            onChange={({ target }) => set('frequency', Number(target.value))}
          >
            {Array.from({ length: SAFE_HOME_WEEKS_MAX }, (_, i) => (
              <option key={i} value={i + 1}>
                {t('SafeHomeEvery', { count: i + 1 })}
              </option>
            ))}
          </SelectField>
          <DayField
            label={t('SafeHomeStart')}
            value={form.startDate}
            onChange={(day) => set('startDate', day)}
            texts={{ previous: t('PreviousMonth'), next: t('NextMonth'), calendar: t('Calendar') }}
            error={draft.errorOf('start_date')}
          />
        </div>
        <p className={styles['soft']}>{t('SafeHomeZone', { zone })}</p>
        {zone !== home.alert_time_zone && (
          <Banner tone="warning">{t('SafeHomeZoneDiffers', { zone, alerts: home.alert_time_zone })}</Banner>
        )}
        <div className={styles['weeks']}>
          {form.weeks.slice(0, form.frequency).map((days, week) => (
            <Week
              key={week}
              number={week + 1}
              isOnly={form.frequency === 1}
              days={days}
              onDay={(day, part) => set('weeks', withDay(form.weeks, week, day, part))}
              onWorkdays={() => set('weeks', withWorkdays(form.weeks, week))}
            />
          ))}
        </div>
        <Preview checks={previewOf(form, zone, nowMs)} zone={zone} />
        {theirs ? (
          <ChangedMeanwhile changes={theirs} onTakeTheirs={takeTheirs} onOverwrite={() => store(form, true)} />
        ) : (
          <FailureBanner failure={write.error} ownFields={['start_date']} onRetry={() => store(form)} />
        )}
        <div className={styles['foot']}>
          <Button onClick={close}>{t('Close')}</Button>
          <Button look="primary" type="submit" isBusy={write.isPending}>
            {t('Save')}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}

function Week(props: {
  number: number;
  isOnly: boolean;
  days: ScheduleForm['weeks'][number];
  onDay: (day: number, part: { isOn?: boolean; time?: string }) => void;
  onWorkdays: () => void;
}): ReactNode {
  const t = useT();
  const { language } = useLanguage();
  const format = createFormat(language, 'UTC');
  return (
    <fieldset className={styles['week']}>
      <legend>{props.isOnly ? t('SafeHomeEachWeek') : t('SafeHomeWeek', { number: props.number })}</legend>
      <Button
        isSmall
        className={styles['workdays']}
        disabled={WORKDAYS.every((day) => props.days[day]?.isOn)}
        onClick={props.onWorkdays}
      >
        {t('SafeHomeWorkdays')}
      </Button>
      {WEEKDAYS.map((day) => {
        const { isOn = false, time = '' } = props.days[day] ?? {};
        const name = format.weekday(dayOfWeekday(day));
        return (
          <div key={day} className={styles['day']}>
            <label className={styles['weekday']}>
              <input type="checkbox" checked={isOn} onChange={({ target }) => props.onDay(day, { isOn: target.checked })} />
              {name}
            </label>
            <select
              className={styles['time']}
              aria-label={t('SafeHomeTimeOf', { day: name })}
              value={time}
              disabled={!isOn}
              onChange={({ target }) => props.onDay(day, { time: target.value })}
            >
              {CHECK_TIMES.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          </div>
        );
      })}
    </fieldset>
  );
}

/** SAFE-031. */
function Preview({ checks, zone }: { checks: readonly number[]; zone: string }): ReactNode {
  const t = useT();
  const { language } = useLanguage();
  const format = createFormat(language, zone);
  const freeDay = useFreeDays(checks.map((at) => format.day(at)));
  return (
    <section className={styles['preview']} aria-live="polite">
      <h3>{t('SafeHomePreview')}</h3>
      {checks.length === 0 ? (
        <p className={styles['soft']}>{t('SafeHomePreviewNone')}</p>
      ) : (
        <>
          <ol>
            {checks.map((at) => {
              const off = freeDay(format.day(at));
              return (
                <li key={at}>
                  {format.weekday(format.day(at))} {format.dateTime(at)}
                  {off && <span className={styles['soft']}> {off.text}</span>}
                </li>
              );
            })}
          </ol>
          <p className={styles['soft']}>{t('SafeHomeDaysOff')}</p>
        </>
      )}
    </section>
  );
}
