import java.util.Base64;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.*;
import org.openapitools.client.model.*;

/** Signs in, reads a user, an organization and a project, and orders, by openapi-generator's Java client. */
public class Main {
  static final String LOGO = "019a0000-0000-7000-8000-0000000c0001";
  static final String BAKERY = "019a0000-0000-7000-8000-0000000000a1";

  public static void main(String[] arguments) throws ApiException {
    // The address is that of the document.
    var signIn = new ApiClient();
    var basic = Base64.getEncoder().encodeToString("demo-app:demo-secret".getBytes());
    signIn.addDefaultHeader("Authorization", "Basic " + basic);
    var token = new TokensApi(signIn)
        .issueToken("password", null, null, null, null, null, null, "user@example.com", "demo-password", null);
    var client = new ApiClient();
    client.setAccessToken(token.getAccessToken());

    var me = new MeApi(client).getMe(null, null);
    var user = new UsersApi(client).getUser(me.getGid(), null);
    expect(user.getEmail().equals("user@example.com"), user);
    var organization = new OrganizationsApi(client).getOrganization(BAKERY, null);
    expect(organization.getName().equals("Harbour Bakery"), organization);

    var price = new PricesApi(client).getPriceFor(LOGO, BAKERY, 5, Mode.MULTI, null, null);
    var order = new ProjectCreate()
        .title(arguments[0])
        .description("A loaf and an anchor.")
        .product(new TitledIdentifier().gid(LOGO))
        .organization(new OrganizationIdentifier().gid(BAKERY))
        .options(new ProjectOptionsChoice().due(5).mode(ProjectMode.MULTI))
        .price(new PriceApproval().amount(price.getAmount()))
        .state(ProjectCreate.StateEnum.PUBLISHED);
    var projects = new ProjectsApi(client);
    var created = projects.createProjectWithHttpInfo(order, null);
    expect(created.getStatusCode() == 201, created);
    var location = created.getHeaders().get("location").get(0);
    var project = projects.getProject(location.substring(location.lastIndexOf('/') + 1), null);
    expect(project.getPrice().getAmount().equals(price.getAmount()) && project.getWinner() == null, project);

    try {
      projects.getProject(BAKERY, null);
      throw new AssertionError("404 was no error");
    } catch (ApiException error) {
      expect(error.getCode() == 404, error);
    }
    System.out.println(project.getGid());
    System.exit(0);
  }

  static void expect(boolean isTrue, Object shown) {
    if (!isTrue) throw new AssertionError(shown);
  }
}
