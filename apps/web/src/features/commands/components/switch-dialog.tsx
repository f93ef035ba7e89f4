import { useState, type FormEvent, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useCarefulClose } from '../../../lib/unsaved.ts';
import { useRefusals } from '../../../lib/use-refusals.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { CheckBox } from '../../../ui/check-box.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { Output } from '../model.ts';
import frame from '../../../ui/section.module.css';
import styles from './commands.module.css';

export interface SwitchRequest {
  readonly wish: boolean;
  readonly confirm: boolean;
  readonly reason: string;
  readonly whenStandingStill: boolean;
}

/** OUT-003, OUT-008: names the thing and the consequence, asks for the reason, and sends nothing by itself. */
export function SwitchDialog(props: {
  output: Output;
  name: string;
  wish: boolean;
  isMoving: boolean;
  /** Decision 0094: whether it moves is not told. */
  isUntold: boolean;
  isBusy: boolean;
  failure: unknown;
  onSend: (request: SwitchRequest) => void;
  onClose: () => void;
}): ReactNode {
  const { output, wish, name } = props;
  const t = useT();
  const [reason, setReason] = useState('');
  const [mayWait, setMayWait] = useState(false);
  const [wasTried, setWasTried] = useState(false);
  const close = useCarefulClose(reason !== '', props.onClose);
  const isDangerous = output.dangerous_wish === wish;
  const isMissing = isDangerous && reason.trim() === '';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setWasTried(true);
    if (isMissing || props.isBusy) return;
    props.onSend({ wish, confirm: true, reason, whenStandingStill: mayWait });
  };
  const label = wish ? t('IoTurnOnNamed', { name }) : t('IoTurnOffNamed', { name });
  const told = useRefusals(props.failure, { reason })['reason'];
  return (
    <Dialog title={label} closeLabel={t('Close')} isOpen onClose={close}>
      <form className={frame['form']} noValidate onSubmit={submit}>
        {output.needs_confirmation && <Banner tone="warning">{t('SwitchAgainConsequence')}</Banner>}
        {isDangerous && <p>{t('SwitchConsequence')}</p>}
        <TextField
          label={t('SwitchReason')}
          help={t('SwitchReasonHelp')}
          maxLength={200}
          autoFocus
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          error={wasTried && isMissing ? t('SpecifySwitchReason') : (told ?? null)}
        />
        {isDangerous && (props.isMoving || props.isUntold) && (
          <>
            {props.isMoving && <Banner tone="warning">{t('SwitchMoving')}</Banner>}
            <CheckBox label={t('SwitchWhenStill')} checked={mayWait} onChange={setMayWait} />
          </>
        )}
        {Boolean(props.failure) && <FailureBanner failure={props.failure} ownFields={['reason']} onRetry="submit" />}
        <div className={styles['ends']}>
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button type="submit" look={isDangerous ? 'danger' : 'primary'} isBusy={props.isBusy}>
            {label}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
