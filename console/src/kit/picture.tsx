import { upload, type AttachedFile, type Image } from '@partner-ordering/client';
import { useRef } from 'react';
import { api, imageSource } from '../api/client.ts';
import { useTexts } from '../text/language.tsx';
import { Button } from './button.tsx';
import { kitTexts } from './texts.ts';
import { useAction } from './use-action.ts';

interface PictureProps {
  image: Image | null;
  /** As people are shown. */
  isRound?: boolean;
  name: string;
  choose: string;
  remove: string;
  /** Sends the uploaded picture, or that there is none any more. */
  change: (file: AttachedFile | null) => Promise<unknown>;
}

/** A picture that changes as soon as a file is chosen. */
export function Picture({ image, isRound = false, name, choose, remove, change }: PictureProps) {
  const { saved } = useTexts(kitTexts);
  const input = useRef<HTMLInputElement>(null);
  const { run, isBusy } = useAction(async (file: File | null) => change(file && (await upload(api, file))), saved);
  return (
    <div className={isRound ? 'picture round' : 'picture'}>
      {image && <img src={imageSource(image, 'thumb')} alt={name} width="72" height="72" />}
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label={choose}
        onChange={({ target }) => [target.files?.[0] && run(target.files[0]), (target.value = '')]}
      />
      <Button isBusy={isBusy} onClick={() => input.current?.click()}>
        {choose}
      </Button>
      {image && (
        <Button look="quiet" isBusy={isBusy} onClick={() => run(null)}>
          {remove}
        </Button>
      )}
    </div>
  );
}
