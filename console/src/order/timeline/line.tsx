import type { ProjectStep, UserReference } from '@partner-ordering/client';
import { isolated } from '@partner-ordering/kernel/texts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { imageSource } from '../../api/client.ts';
import { useSession } from '../../app/session.tsx';
import { FileButton } from '../../kit/files.tsx';
import { optionTexts } from '../../options/texts.ts';
import { fullName, useFormat } from '../../text/format.ts';
import { useTexts } from '../../text/language.tsx';
import type { NumberedWork } from '../judging/works.ts';
import { AuthoredText, Message } from '../messages.tsx';
import { New } from '../seen.tsx';
import { orderTexts } from '../texts.ts';
import type { Entry } from './entries.ts';

/** One line of the timeline: what happened once, or what one person did in one go. */
export function Line({ project, line }: { project: string; line: readonly Entry[] }) {
  const texts = useTexts(orderTexts);
  const { me, isAdmin } = useSession();
  const nameOf = (user: UserReference): string => (user.gid === me.gid ? texts.you : fullName(user));
  const { kind, item } = line.at(-1)!;
  const { created_at: at } = item;
  switch (kind) {
    case 'message':
      return <Message message={item}>{item.proposal && <p>{<StepText step={item.proposal} />}</p>}</Message>;
    case 'comment':
      return (
        <AuthoredText author={nameOf(item.user)} time={at} isMine={item.user.gid === me.gid}>
          <p className="hint">
            {texts.comment} {item.work && <WorkLink project={project} work={item.work} />}
          </p>
          <p className="prose">{item.message}</p>
        </AuthoredText>
      );
    case 'step':
      return (
        <ShortLine by={item.user && nameOf(item.user)} at={at}>
          <StepText step={item} />
        </ShortLine>
      );
    case 'share':
      return (
        <ShortLine by={nameOf(item.shared_by)} at={at}>
          {texts.sharedWith(isolated(nameOf(item.user)))}
        </ShortLine>
      );
    case 'work':
      return (
        <ShortLine by={item.worker.full_name} at={at} isNew={!isAdmin}>
          {texts.worksSent(line.length)}
          {line.map((each) => each.kind === kind && <WorkLink key={each.item.gid} project={project} work={each.item} />)}
        </ShortLine>
      );
    default:
      return (
        <ShortLine by={nameOf(item.added_by)} at={at} isNew={item.added_by.gid !== me.gid}>
          {texts.filesAdded[kind]}
          {line.map(
            (each) =>
              each.kind === kind && (
                <FileButton key={each.item.gid} url={each.item.url}>
                  {each.item.name}
                </FileButton>
              ),
          )}
        </ShortLine>
      );
  }
}

interface ShortLineProps {
  by: string | null;
  at: string;
  /** Whether it is marked if the reader has not seen it. */
  isNew?: boolean;
  children: ReactNode;
}

function ShortLine({ by, at, isNew = false, children }: ShortLineProps) {
  const { time } = useFormat();
  return (
    <li className="line">
      {children}
      <span className="hint">
        {by !== null && `${isolated(by)} · `}
        {time(at)}
      </span>
      {isNew && <New at={at} />}
    </li>
  );
}

function StepText({ step: { command, from, proposal } }: { step: ProjectStep }) {
  const commands: Readonly<Record<string, string>> = useTexts(orderTexts).commands;
  const { days } = useTexts(optionTexts);
  const { money } = useFormat();
  return (
    <>
      {commands[`${from}.${command}`] ?? commands[command] ?? command}
      {proposal && ` · ${money(proposal.price)}, ${days(proposal.options.due)}`}
    </>
  );
}

function WorkLink({ project, work: { gid, number, image } }: { project: string; work: NumberedWork }) {
  const { workNumber } = useTexts(orderTexts);
  return (
    <Link to="/orders/$gid/works/$work" params={{ gid: project, work: gid }} className="file">
      {image && <img className="checkered" src={imageSource(image, 'icon')} alt="" width={40} height={40} loading="lazy" />}
      {workNumber(number)}
    </Link>
  );
}
