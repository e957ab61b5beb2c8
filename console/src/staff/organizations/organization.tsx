import type { Organization } from '@partner-ordering/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { organizationQuery } from '../../api/reads.ts';
import { useSession } from '../../app/session.tsx';
import { frameTexts } from '../../app/texts.ts';
import { ButtonLink } from '../../kit/button-link.tsx';
import { Button } from '../../kit/button.tsx';
import { leave } from '../../kit/changes.ts';
import { ConfirmButton } from '../../kit/dialog.tsx';
import { List } from '../../kit/list.tsx';
import { Badge, Page, Section } from '../../kit/page.tsx';
import { Picture } from '../../kit/picture.tsx';
import { QueryScreen } from '../../kit/states.tsx';
import { kitTexts } from '../../kit/texts.ts';
import { useAction } from '../../kit/use-action.ts';
import { Invite } from '../../members/invitations.tsx';
import { useTexts } from '../../text/language.tsx';
import { ProductLink } from '../choices.tsx';
import { OrganizationForm } from './form.tsx';
import { organizationsTexts } from './texts.ts';

const route = getRouteApi('/staff/organizations/$gid');

/** One organization: who it is, and the ways to all else of it. */
export function OrganizationScreen() {
  const { gid } = route.useParams();
  const query = useQuery(organizationQuery(gid));
  return <QueryScreen query={query}>{(organization) => <OrganizationPage key={gid} organization={organization} />}</QueryScreen>;
}

function OrganizationPage({ organization }: { organization: Organization }) {
  const texts = useTexts(organizationsTexts);
  const kit = useTexts(kitTexts);
  const { gid, name, logo, is_enabled } = organization;
  const breadcrumbs = <Link to="/staff/organizations">{useTexts(frameTexts).organizations}</Link>;
  return (
    <Page title={name} breadcrumbs={breadcrumbs} actions={<Actions organization={organization} />}>
      <p>
        {!is_enabled && <Badge tone="wrong">{texts.closed}</Badge>} {is_enabled ? texts.actText : texts.close.text}
      </p>
      <div className="columns">
        <OrganizationForm organization={organization} />
        <div className="stack">
          <Section title={texts.logo}>
            <Picture
              image={logo}
              name={name}
              choose={texts.chooseLogo}
              remove={kit.remove}
              change={(file) => api.updateOrganization(gid, { logo: file })}
            />
          </Section>
          {is_enabled && <AllowedProducts organization={gid} />}
        </div>
      </div>
    </Page>
  );
}

/** The next step is to reopen what is closed, to invite a manager where there is none, and else to act for the organization. */
function Actions({ organization: { gid, name, is_enabled } }: { organization: Organization }) {
  const { close, ...texts } = useTexts(organizationsTexts);
  const { act } = useSession();
  const navigate = useNavigate();
  const actFor = (): unknown => act(gid).then(() => navigate({ to: '/orders', ignoreBlocker: true }));
  const { data: managers } = useQuery({
    queryKey: ['budgets', gid, 'managers'],
    queryFn: async ({ signal }) => {
      const [present, invited] = await Promise.all([
        api.listOrganizationBudgets(gid, { where: (b) => b.is_manager.eq(true), limit: 1 }, { signal }),
        api.listInvitations({ where: (i) => i.organization.gid.eq(gid), limit: 100 }, { signal }),
      ]);
      return present.total_count + invited.items.filter(({ user_rank }) => user_rank === 'manager').length;
    },
    enabled: is_enabled,
  });
  const isUnmanaged = managers === 0;
  const reopen = useAction(() => api.updateOrganization(gid, { is_enabled: true }), texts.reopened);
  return (
    <>
      <Button look={is_enabled && managers ? 'main' : 'plain'} onClick={() => leave(document, actFor)}>
        {texts.act}
      </Button>
      {is_enabled && <Invite organization={gid} look={isUnmanaged ? 'main' : 'plain'} rank={isUnmanaged ? 'manager' : 'user'} />}
      <ButtonLink to="/staff/organizations/$gid/prices" params={{ gid }}>
        {texts.prices}
      </ButtonLink>
      {is_enabled ? (
        <ConfirmButton look="danger" {...close} title={close.title(name)} act={() => api.deleteOrganization(gid)} />
      ) : (
        <Button look="main" isBusy={reopen.isBusy} onClick={() => reopen.run()}>
          {texts.reopen}
        </Button>
      )}
    </>
  );
}

function AllowedProducts({ organization }: { organization: string }) {
  const texts = useTexts(organizationsTexts);
  return (
    <Section title={texts.products}>
      <List
        source={['products', organization]}
        read={(paging, options) => api.listOrganizationProducts(organization, { orderBy: 'title', sort: 'asc', ...paging }, options)}
        empty={<Link to="/staff/products">{texts.noProducts}</Link>}
      >
        {(items) => (
          <ul className="form">
            {items.map((product) => (
              <li key={product.gid}>
                <ProductLink product={product} /> <span className="hint">{product.category.title}</span>
              </li>
            ))}
          </ul>
        )}
      </List>
    </Section>
  );
}
