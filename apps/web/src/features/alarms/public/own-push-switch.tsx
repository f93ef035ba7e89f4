import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { pushQuery } from '../push/queries.ts';
import frame from '../../../ui/section.module.css';

interface SwitchProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** ADM-027: whether one's own alarms are pushed. Without a browser that takes them none are, whatever is chosen: `PushPanel` begins it. */
export function OwnPushSwitch(props: SwitchProps): ReactNode {
  const t = useT();
  const query = useQuery(pushQuery(useSend()));
  return (
    <Loaded query={query} heights={[40]} isPart>
      {({ browsers }) =>
        browsers.length > 0 && (
          <div>
            <Switch label={t('ProfileAlertsPush')} isOn={props.isOn} onChange={props.onChange} />
            <p className={frame['soft']}>{t('ProfileAlertsPushHelp')}</p>
          </div>
        )
      }
    </Loaded>
  );
}

/** ADM-027: whether one's own alarms are mailed. Nobody is shown a switch that is on who is told of nothing, as `OwnReceivers` says. */
export function OwnMailSwitch(props: SwitchProps): ReactNode {
  const t = useT();
  const { data } = useQuery(pushQuery(useSend()));
  // One that is turned on here does not go from under the hand.
  const [wasOff] = useState(!props.isOn);
  if (props.isOn && !wasOff && data?.receivers.length === 0) return null;
  return <Switch label={t('ProfileAlertsMail')} isOn={props.isOn} onChange={props.onChange} />;
}
