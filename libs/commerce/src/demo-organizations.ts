/** Gids of the demo data's organizations: identity makes them, and the demo data of other services is theirs. */
export const demoOrganizations = {
  harbourBakery: '019a0000-0000-7000-8000-0000000000a1',
  northlightStudio: '019a0000-0000-7000-8000-0000000000a2',
} as const;
