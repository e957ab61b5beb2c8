<?php
// Signs in, reads a user, an organization and a project, orders, and updates the order, by openapi-generator's PHP client.
use OpenAPI\Client\{Api, ApiException, Configuration, Model};

const LOGO = '019a0000-0000-7000-8000-0000000c0001';
const BAKERY = '019a0000-0000-7000-8000-0000000000a1';

// Debian's packages stand in for Composer's. Every notice fails.
set_error_handler(fn (int $level, string $message) => throw new ErrorException($message, 0, $level));
require 'GuzzleHttp/autoload.php';
spl_autoload_register(function (string $class): void {
    $file = __DIR__ . '/client/lib/' . strtr(substr($class, strlen('OpenAPI\Client\\')), '\\', '/') . '.php';
    if (str_starts_with($class, 'OpenAPI\Client\\')) require_once $file;
});
foreach (glob(__DIR__ . '/client/lib/{,*/}*.php', GLOB_BRACE) as $file) require_once $file;

function expect(bool $isTrue, mixed $shown): void
{
    if (!$isTrue) throw new Exception(print_r($shown, true));
}

// The address is that of the document.
$http = new GuzzleHttp\Client();
$tokens = new Api\TokensApi($http);
$token = $tokens->issueToken('password', 'demo-app', 'demo-secret', username: 'user@example.com', password: 'demo-password');
$configuration = (new Configuration())->setAccessToken($token->getAccessToken());

$me = (new Api\MeApi($http, $configuration))->getMe();
$user = (new Api\UsersApi($http, $configuration))->getUser($me->getGid());
expect($user->getEmail() === 'user@example.com', $user);
$organization = (new Api\OrganizationsApi($http, $configuration))->getOrganization(BAKERY);
expect($organization->getName() === 'Harbour Bakery', $organization);

$price = (new Api\PricesApi($http, $configuration))->getPriceFor(LOGO, BAKERY, 5, Model\Mode::MULTI);
$order = new Model\ProjectCreate([
    'title' => 'A draft',
    'description' => 'A loaf and an anchor.',
    'product' => new Model\TitledIdentifier(['gid' => LOGO]),
    'organization' => new Model\OrganizationIdentifier(['gid' => BAKERY]),
    'options' => new Model\ProjectOptionsChoice(['due' => 5, 'mode' => Model\ProjectMode::MULTI]),
    'price' => new Model\PriceApproval(['amount' => $price->getAmount()]),
    'state' => Model\ProjectCreate::STATE_DRAFT,
]);
$projects = new Api\ProjectsApi($http, $configuration);
[, $status, $headers] = $projects->createProjectWithHttpInfo($order);
expect($status === 201, $status);
$gid = basename($headers['location'][0]);
$projects->updateProject($gid, new Model\ProjectUpdate(['title' => $argv[1], 'state' => Model\ProjectUpdate::STATE_PUBLISHED]));
$project = $projects->getProject($gid);
expect($project->getPrice()->getAmount() === $price->getAmount() && $project->getWinner() === null, $project);

try {
    $projects->getProject(BAKERY);
    expect(false, '404 was no error');
} catch (ApiException $error) {
    expect($error->getCode() === 404 && $error->getResponseObject() instanceof Model\ErrorBody, $error);
}

$preferring = new Api\ProjectsApi(new GuzzleHttp\Client(['headers' => ['Prefer' => 'return=representation']]), $configuration);
expect($preferring->createProjectWithHttpInfo($order)[1] === 201, 'the order was no success');
echo $gid, "\n";
