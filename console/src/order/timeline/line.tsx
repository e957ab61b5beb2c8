import type { Project, ProjectStep } from '@partner-ordering/client';
import { isolated } from '@partner-ordering/kernel/texts';
import { Link } from '@tanstack/react-router';
import { imageSource } from '../../api/client.ts';
import { useSession } from '../../app/session.tsx';
import { FileButton } from '../../kit/files.tsx';
import { optionTexts } from '../../options/texts.ts';
import { useFormat } from '../../text/format.ts';
import { useTexts } from '../../text/language.tsx';
import type { NumberedWork } from '../judging/works.ts';
import { CommentText, Message, useNameOf } from '../messages.tsx';
import { New } from '../seen.tsx';
import { orderTexts } from '../texts.ts';
import { personOf, type Entry } from './entries.ts';

interface LineProps {
  project: Project;
  line: readonly Entry[];
  /** The address of a message or a step on the page. */
  id: string;
}

/** A line of the timeline: a text by a person, or in a few words what happened, or what one person did in one go. */
export function Line({ project: { gid: project, owner }, line, id }: LineProps) {
  const texts = useTexts(orderTexts);
  const { time } = useFormat();
  const { me, isAdmin } = useSession();
  const nameOf = useNameOf();
  const last = line.at(-1)!;
  const { kind, item } = last;
  if (kind === 'message')
    return <Message id={id} message={item} children={item.proposal && <StepText step={item.proposal} owner={owner.gid} />} />;
  if (kind === 'comment')
    return (
      <CommentText comment={item}>
        <p className="hint">
          {texts.comment} {item.work && <WorkLink project={project} work={item.work} />}
        </p>
      </CommentText>
    );
  const person = personOf(last);
  const isMarked = kind === 'work' ? !isAdmin : 'added_by' in item && item.added_by.gid !== me.gid;
  return (
    <li id={id} tabIndex={-1} className="line">
      {kind === 'step' ? <StepText step={item} owner={owner.gid} /> : <span>{texts.commands[kind]}</span>}
      {kind === 'share' && <span>{nameOf(item.user)}</span>}
      {line.map((each) => each.kind === 'work' && <WorkLink key={each.item.gid} project={project} work={each.item} />)}
      {line.map(({ item: file }) => 'url' in file && <FileButton key={file.gid} url={file.url} children={file.name} />)}
      <span className="hint">
        {person && `${isolated(nameOf(person))} · `}
        {time(item.created_at)}
      </span>
      {isMarked && <New at={item.created_at} />}
    </li>
  );
}

function StepText({ step, owner }: { step: ProjectStep; owner: string }) {
  const { from, proposal, user } = step;
  const command = step.command === 'withdraw' && user?.gid !== owner ? 'send_back' : step.command;
  const commands: Readonly<Record<string, string>> = useTexts(orderTexts).commands;
  const { days } = useTexts(optionTexts);
  const { money } = useFormat();
  const name = commands[`${from}.${command}`] ?? commands[command] ?? command;
  return <span>{proposal ? `${name} · ${money(proposal.price)}, ${days(proposal.options.due)}` : name}</span>;
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
