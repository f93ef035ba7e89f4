import { useState, type ReactNode } from 'react';
import { ageText, useNow } from '../../../lib/age.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { call } from '../../../lib/call.ts';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { asksFirst, CONFIRMABLE, isPending, type Output, wishesOf } from '../model.ts';
import { useCommand } from '../queries.ts';
import styles from './commands.module.css';
import { OutputSettingsDialog } from './output-settings-dialog.tsx';
import { Progress } from './progress.tsx';
import { SwitchDialog, type SwitchRequest } from './switch-dialog.tsx';

/** OUT-010: the state that was confirmed last, what is asked for beside it, and how to change it. */
export function OutputRow(props: { imei: string; output: Output; isMoving: boolean; mayEdit: boolean }): ReactNode {
  const { imei, output } = props;
  const t = useT();
  const toasts = useToasts();
  const errors = useErrorText();
  const [asked, setAsked] = useState<boolean | null>(null);
  const [isEditing, setIsEditing] = useState(false);
  const number = t('IoOutput', { n: String(output.number) });
  const name = output.name || number;
  const change = useCommand((send, request: SwitchRequest) =>
    call(send, 'commands.switch-output', {
      params: { imei, n: output.number },
      body: {
        state: request.wish,
        confirm: request.confirm,
        reason: request.reason,
        when_standing_still: request.whenStandingStill,
      },
    }),
  );
  const press = (wish: boolean): void => {
    change.reset();
    if (asksFirst(output, wish)) return setAsked(wish);
    change.mutate(
      { wish, confirm: false, reason: '', whenStandingStill: false },
      {
        onError: (error) => {
          if (error instanceof ApiError && CONFIRMABLE.some((key) => key === error.errors)) setAsked(wish);
          else toasts.show({ text: errors.text(error), tone: 'danger' });
        },
      },
    );
  };
  const type = output.is_configured ? t(`OutputType-${output.type}`) : t('IoTypeUnset');
  return (
    <li className={styles['row']}>
      <div className={styles['line']}>
        <div className={styles['what']}>
          <span className={styles['name']}>{name}</span>
          <span className={styles['small']}>{output.name ? `${number} · ${type}` : type}</span>
        </div>
        <KnownState output={output} />
        {output.can.switch &&
          !isPending(output.last) &&
          wishesOf(output).map((wish) => (
            <Button
              key={String(wish)}
              isBusy={change.isPending && change.variables?.wish === wish}
              aria-label={wish ? t('IoTurnOnNamed', { name }) : t('IoTurnOffNamed', { name })}
              onClick={() => press(wish)}
            >
              {wish ? t('IoTurnOn') : t('IoTurnOff')}
              {output.pulse_s !== null && wish !== output.normal_state && ` ${t('IoPulse', { count: output.pulse_s })}`}
            </Button>
          ))}
        {props.mayEdit && (
          <IconButton icon="more" label={t('IoSettingsOf', { name })} isSmall onClick={() => setIsEditing(true)} />
        )}
      </div>
      {output.last && <Progress imei={imei} command={output.last} wished={output.last.wish ? t('IoTurnOn') : t('IoTurnOff')} />}
      {!output.can.switch && <p className={styles['small']}>{t('IoOnlyAdministrators')}</p>}
      {asked !== null && (
        <SwitchDialog
          output={output}
          name={name}
          wish={asked}
          isMoving={props.isMoving || isRefusal(change.error, 'UnitMoving')}
          isUntold={isRefusal(change.error, 'OutputInPrivateUse')}
          isBusy={change.isPending}
          failure={change.error}
          onSend={(request) => change.mutate(request, { onSuccess: () => setAsked(null) })}
          onClose={() => setAsked(null)}
        />
      )}
      {isEditing && <OutputSettingsDialog imei={imei} output={output} name={name} onClose={() => setIsEditing(false)} />}
    </li>
  );
}

const isRefusal = (error: unknown, key: 'UnitMoving' | 'OutputInPrivateUse'): boolean =>
  error instanceof ApiError && error.errors === key;

function KnownState({ output }: { output: Output }): ReactNode {
  const t = useT();
  const now = useNow();
  if (output.is_on === null)
    return (
      <span className={styles['lamp']} data-lit="unknown">
        {t('IoUnknown')}
      </span>
    );
  return (
    <span className={styles['state']}>
      <span className={styles['lamp']} data-lit={output.is_on}>
        {output.is_on ? t('IoOn') : t('IoOff')}
      </span>
      {output.as_of && (
        <time className={styles['small']} dateTime={output.as_of}>
          {ageText(output.as_of, now, t)}
        </time>
      )}
    </span>
  );
}
