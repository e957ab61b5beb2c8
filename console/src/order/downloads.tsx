import type { Project } from '@partner-ordering/client';
import { download } from '../api/client.ts';
import { Button, type Look } from '../kit/button.tsx';
import { FileButton } from '../kit/files.tsx';
import { kitTexts } from '../kit/texts.ts';
import { useAction } from '../kit/use-action.ts';
import { useTexts } from '../text/language.tsx';
import { nextTexts } from './next-texts.ts';
import { orderTexts } from './texts.ts';

/** What a finished order is opened for: its files in one archive, and its receipt. */
export function Downloads({ project, look }: { project: Project; look: Look }) {
  const texts = useTexts(nextTexts).downloads;
  const { failed, offline } = useTexts(kitTexts);
  const { receipt } = useTexts(orderTexts);
  const { gid, brief_files, source_files, winner, receipt_file } = project;
  const { run, isBusy } = useAction(async () => {
    const refusal = await download(`/v1/projects/${gid}/archive`);
    if (refusal !== null) throw new Error({ 0: offline, 413: texts.tooLarge, 429: texts.oneAtATime }[refusal] ?? failed);
  });
  return (
    <>
      {(brief_files.length > 0 || source_files.length > 0 || winner !== null) && (
        <Button look={look} isBusy={isBusy} onClick={() => run()}>
          {texts.all}
        </Button>
      )}
      {receipt_file && (
        <FileButton look="plain" url={receipt_file.url}>
          {receipt}
        </FileButton>
      )}
    </>
  );
}
