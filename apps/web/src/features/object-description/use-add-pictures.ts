import { useRef, useState } from 'react';
import { call } from '../../lib/call.ts';
import { faultOf, shrinkPicture, type PictureFault } from './public/shrink-picture.ts';
import { useDescriptionChange } from './queries.ts';

/** A file that was not added, and why: by ourselves (`fault`), by the server (`error`), or because it cannot be read here. */
export interface RefusedFile {
  readonly key: number;
  readonly file: File;
  readonly fault?: PictureFault;
  readonly error?: unknown;
  readonly isUnreadable?: boolean;
}

export interface AddingPictures {
  readonly add: (files: readonly File[]) => void;
  readonly shrink: (refused: RefusedFile) => void;
  readonly leaveOut: (refused: RefusedFile) => void;
  /** The name of the file that is on its way. */
  readonly busyWith: string | null;
  readonly refused: readonly RefusedFile[];
  readonly added: number;
}

/** OBJ-006, ERR-042: one file after another; what cannot be sent as it is waits for what the person says. */
export function useAddPictures(imei: string): AddingPictures {
  const keys = useRef(0);
  const [busyWith, setBusyWith] = useState<string | null>(null);
  const [refused, setRefused] = useState<readonly RefusedFile[]>([]);
  const [added, setAdded] = useState(0);
  const change = useDescriptionChange(imei, (send, file: Blob) =>
    call(send, 'object-description.add-picture', { params: { imei }, file }),
  );
  const refuse = (file: File, why: Omit<RefusedFile, 'key' | 'file'>): void => {
    keys.current += 1;
    const key = keys.current;
    setRefused((all) => [...all, { key, file, ...why }]);
  };
  const leaveOut = ({ key }: RefusedFile): void => setRefused((all) => all.filter((each) => each.key !== key));
  const send = async (file: File, bytes: Blob): Promise<void> => {
    try {
      await change.mutateAsync(bytes);
      setAdded((count) => count + 1);
    } catch (error) {
      refuse(file, { error });
    }
  };
  const add = async (files: readonly File[]): Promise<void> => {
    setAdded(0);
    for (const file of files) {
      setBusyWith(file.name);
      const fault = await faultOf(file);
      if (fault) refuse(file, { fault });
      else await send(file, file);
    }
    setBusyWith(null);
  };
  const shrink = async (which: RefusedFile): Promise<void> => {
    leaveOut(which);
    setAdded(0);
    setBusyWith(which.file.name);
    const smaller = await shrinkPicture(which.file);
    if (smaller) await send(which.file, smaller);
    else refuse(which.file, { isUnreadable: true });
    setBusyWith(null);
  };
  return { add: (files) => void add(files), shrink: (which) => void shrink(which), leaveOut, busyWith, refused, added };
}
