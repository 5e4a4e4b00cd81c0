import pytest
from django.contrib.auth import get_user_model


@pytest.mark.django_db
def test_a_person_without_a_name_at_the_table_sits_there_by_user_name() -> None:
    person = get_user_model().objects.create_user("anneke")
    assert person.name == "anneke"
    person.display_name = "Anneke van Dijk"
    assert str(person) == "Anneke van Dijk"


@pytest.mark.django_db
def test_a_person_in_a_log_is_a_number() -> None:
    person = get_user_model().objects.create_user("anneke", display_name="Anneke")
    assert repr(person) == f"<User {person.pk}>"
