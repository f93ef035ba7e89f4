import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { OfferedAction } from '../../../ui/offered-action.tsx';
import { TheftNote } from '../components/theft-note.tsx';
import { modeQuery } from '../queries.ts';
import { TheftDialog } from './theft-dialog.tsx';

/** OBJ-009, MODE-009: theft mode of a unit wherever it may be wanted: that it is on, or the way to turn it on. Nothing for who may not. */
export function TheftPart(props: {
  imei: string;
  unitName: string;
  lead?: ReactNode;
  isSmall?: boolean;
  /** What to do first where it stands. */
  isPrimary?: boolean;
  isFollowed?: boolean;
}): ReactNode {
  const { imei, unitName, isPrimary = false } = props;
  const t = useT();
  const { data } = useQuery(modeQuery(useSend(), imei));
  const [isAsked, setAsked] = useState(false);
  if (!data) return null;
  if (data.theft)
    return <TheftNote imei={imei} unitName={unitName} mode={data} theft={data.theft} isFollowed={props.isFollowed ?? false} />;
  if (!data.can.theft) return null;
  return (
    <>
      {props.lead}
      {isPrimary ? (
        <Button look="primary" icon="alert" onClick={() => setAsked(true)}>
          {t('TheftModeStart')}
        </Button>
      ) : (
        <div>
          <OfferedAction
            id="theft"
            icon="alert"
            isDangerous
            isSmall={props.isSmall ?? false}
            label={t('TheftModeStart')}
            help={t('TheftModeHelp')}
            onPress={() => setAsked(true)}
          />
        </div>
      )}
      {isAsked && <TheftDialog imei={imei} unitName={unitName} onClose={() => setAsked(false)} />}
    </>
  );
}
