//! Signs in, reads a user, an organization and a project, orders, and updates the order, by openapi-generator's Rust client.
use ordering::apis::{configuration::Configuration, me_api, organizations_api, prices_api, projects_api, tokens_api, users_api, Error};
use ordering::models::{project_create, project_update, Mode, OrganizationIdentifier, PriceApproval, ProjectCreate};
use ordering::models::{ProjectMode, ProjectOptionsChoice, ProjectUpdate, TitledIdentifier};
use reqwest::header::{HeaderMap, AUTHORIZATION};

const LOGO: &str = "019a0000-0000-7000-8000-0000000c0001";
const BAKERY: &str = "019a0000-0000-7000-8000-0000000000a1";

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let title = std::env::args().nth(1).ok_or("no title")?;
    // The address is that of the document.
    let mut client = Configuration::new();
    let [id, secret, name, password] = ["demo-app", "demo-secret", "user@example.com", "demo-password"].map(Some);
    let token = tokens_api::issue_token(&client, "password", id, secret, None, None, None, None, name, password, None).await?;
    // As `oauth_access_token` it would be sent three times, once for each flow.
    let mut headers = HeaderMap::from_iter([(AUTHORIZATION, format!("Bearer {}", token.access_token).parse()?)]);
    client.client = reqwest::Client::builder().default_headers(headers.clone()).build()?;

    let me = me_api::get_me(&client, None, None).await?;
    let user = users_api::get_user(&client, &me.gid, None).await?;
    assert_eq!(user.email, "user@example.com");
    let organization = organizations_api::get_organization(&client, BAKERY, None).await?;
    assert_eq!(organization.name, "Harbour Bakery");

    let price = prices_api::get_price_for(&client, LOGO, BAKERY, 5, Mode::Multi, None, None).await?;
    let product = TitledIdentifier::new(LOGO.to_string());
    let description = "A loaf and an anchor.".to_string();
    let mut order = ProjectCreate::new("A draft".to_string(), description, Some(product), project_create::State::Draft);
    order.organization = Some(Some(Box::new(OrganizationIdentifier::new(BAKERY.to_string()))));
    order.options = Some(Some(Box::new(ProjectOptionsChoice::new(5, ProjectMode::Multi))));
    order.price = Some(Some(Box::new(PriceApproval::new(price.amount))));
    projects_api::create_project(&client, order.clone(), None).await?;
    // The client shows no headers, so a list finds the order.
    let newest = projects_api::list_projects(&client, None, None, Some("created_at"), Some("desc"), None, None, Some(1)).await?;
    let gid = &newest.items[0].gid;

    let update = ProjectUpdate { title: Some(title), state: Some(project_update::State::Published), ..ProjectUpdate::new() };
    projects_api::update_project(&client, gid, update, None).await?;
    let project = projects_api::get_project(&client, gid, None).await?;
    assert!(project.price.is_some_and(|ordered| ordered.amount == price.amount) && project.winner.is_none());

    let missing = projects_api::get_project(&client, BAKERY, None).await;
    assert!(matches!(&missing, Err(Error::ResponseError(error)) if error.status == 404 && error.entity.is_some()), "{missing:?}");

    headers.insert("prefer", "return=representation".parse()?);
    client.client = reqwest::Client::builder().default_headers(headers).build()?;
    projects_api::create_project(&client, order, None).await?;
    println!("{gid}");
    Ok(())
}
