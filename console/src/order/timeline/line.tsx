import type { ProjectStep, UserReference, WorkerReference } from '@partner-ordering/client';
import { isolated } from '@partner-ordering/kernel/texts';
import { Link } from '@tanstack/react-router';
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
import type { Entry, EntryOf } from './entries.ts';

interface LineProps {
  project: string;
  /** What happened, or what one person did in one go. */
  line: readonly Entry[];
}

/** A line of the timeline: a text by a person, or what happened in a few words. */
export function Line({ project, line }: LineProps) {
  const { kind, item } = line[0]!;
  if (kind === 'message')
    return (
      <Message message={item}>
        {item.proposal && (
          <p>
            <StepText step={item.proposal} />
          </p>
        )}
      </Message>
    );
  if (kind === 'comment') return <CommentText project={project} comment={item} />;
  return <ShortLine project={project} line={line} />;
}

function CommentText({ project, comment: { user, created_at, message, work } }: { project: string; comment: EntryOf<'comment'>['item'] }) {
  const texts = useTexts(orderTexts);
  const { me } = useSession();
  return (
    <AuthoredText author={useName()(user)} time={created_at} isMine={user.gid === me.gid}>
      <p className="hint">
        {texts.comment} {work && <WorkLink project={project} work={work} />}
      </p>
      <p className="prose">{message}</p>
    </AuthoredText>
  );
}

function ShortLine({ project, line }: LineProps) {
  const { time } = useFormat();
  const nameOf = useName();
  const { me, isAdmin } = useSession();
  const last = line.at(-1)!;
  const { created_at } = last.item;
  const person = personOf(last);
  const isMarked = last.kind === 'work' ? !isAdmin : 'added_by' in last.item && last.item.added_by.gid !== me.gid;
  return (
    <li className="line">
      <What project={project} line={line} />
      <span className="hint">
        {person && `${isolated(nameOf(person))} · `}
        {time(created_at)}
      </span>
      {isMarked && <New at={created_at} />}
    </li>
  );
}

function What({ project, line }: LineProps) {
  const texts = useTexts(orderTexts);
  const nameOf = useName();
  const { kind, item } = line[0]!;
  if (kind === 'step') return <StepText step={item} />;
  if (kind === 'share') return texts.sharedWith(isolated(nameOf(item.user)));
  return (
    <>
      {kind === 'work' ? texts.worksSent(line.length) : (kind === 'brief' || kind === 'source') && texts.filesAdded[kind]}
      {line.map((each) => {
        if (each.kind === 'work') return <WorkLink key={each.item.gid} project={project} work={each.item} />;
        return (
          'url' in each.item && (
            <FileButton key={each.item.gid} url={each.item.url}>
              {each.item.name}
            </FileButton>
          )
        );
      })}
    </>
  );
}

/** Who did it; null if it was nobody. */
function personOf({ kind, item }: Entry): UserReference | WorkerReference | null {
  if (kind === 'work') return item.worker;
  if (kind === 'share') return item.shared_by;
  return kind === 'brief' || kind === 'source' ? item.added_by : item.user;
}

function useName(): (person: UserReference | WorkerReference) => string {
  const { you } = useTexts(orderTexts);
  const { me } = useSession();
  return (person) => (person.gid === me.gid ? you : 'full_name' in person ? person.full_name : fullName(person));
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

/** Leads to where a work is judged. */
function WorkLink({ project, work: { gid, number, image } }: { project: string; work: NumberedWork }) {
  const { workNumber } = useTexts(orderTexts);
  return (
    <Link to="/orders/$gid/works/$work" params={{ gid: project, work: gid }} className="file">
      {image && <img className="checkered" src={imageSource(image, 'icon')} alt="" width={40} height={40} loading="lazy" />}
      {workNumber(number)}
    </Link>
  );
}
