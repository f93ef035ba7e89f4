import type { ReportId } from '@spora/contract/reports/tables';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { CheckBox } from '../../../ui/check-box.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { addPreset, type Preset, presetsQuery, removePreset, sharePreset, useReportWrite } from '../report-queries.ts';
import styles from './dialogs.module.css';

/** As the contract has it; named here so that the screen loads no schemas. */
const NAME_MAX = 50;

/** REP-017: filters under a name: use one, save the one that is shown, share or remove one's own. */
export function PresetsDialog(props: {
  report: ReportId;
  search: Readonly<Record<string, string>>;
  onUse: (search: Readonly<Record<string, string>>) => void;
  onClose: () => void;
}): ReactNode {
  const { report, onClose } = props;
  const t = useT();
  const query = useQuery(presetsQuery(useSend()));
  return (
    <Dialog title={t('PresetMenu')} closeLabel={t('Close')} isOpen onClose={onClose}>
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
                  onUse={() => {
                    props.onUse(preset.search);
                    onClose();
                  }}
                />
              ))}
              <SaveForm report={report} search={props.search} />
            </div>
          );
        }}
      </Loaded>
    </Dialog>
  );
}

function Entry({ preset, onUse }: { preset: Preset; onUse: () => void }): ReactNode {
  const t = useT();
  const errors = useErrorText();
  const share = useReportWrite('reports.presets', sharePreset);
  const remove = useReportWrite('reports.presets', removePreset);
  const failure = share.error ?? remove.error;
  return (
    <section className={styles['entry']} aria-label={preset.name}>
      <h3>{preset.name}</h3>
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

function SaveForm({ report, search }: { report: ReportId; search: Readonly<Record<string, string>> }): ReactNode {
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const save = useReportWrite('reports.presets', addPreset);
  const fields = errors.fields(save.error);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (save.isPending) return;
    save.mutate(
      { report, name, search, is_shared: isShared },
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
      <CheckBox label={t('PresetShare')} checked={isShared} onChange={setShared} />
      {save.error && Object.keys(fields).length === 0 && <FailureBanner failure={save.error} onRetry="submit" />}
      <div className={styles['actions']}>
        <Button type="submit" look="primary" isBusy={save.isPending}>
          {t('PresetSave')}
        </Button>
      </div>
    </form>
  );
}
