CREATE TABLE "connection_faults" (
	"connection_id" uuid PRIMARY KEY NOT NULL,
	"since" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_channel_mutes" (
	"channel_id" uuid NOT NULL,
	"saved_query_id" uuid,
	"until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "notification_channels" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"owner_id" integer,
	"group_id" integer,
	"enabled" boolean NOT NULL,
	"events" jsonb NOT NULL,
	"target_sealed" text NOT NULL,
	"target_shown" jsonb NOT NULL,
	"secret_sealed" text,
	"previous_secret_sealed" text,
	"previous_until" timestamp (3) with time zone,
	"state" text DEFAULT 'ok' NOT NULL,
	"last_error" text,
	"is_internal" boolean DEFAULT false NOT NULL,
	"lease_token" uuid,
	"leased_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "notification_channels_one_owner" CHECK (num_nonnulls("notification_channels"."owner_id", "notification_channels"."group_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "notification_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"channel_id" uuid NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "notification_deliveries_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event_id" uuid NOT NULL,
	"occurrence" jsonb NOT NULL,
	"subject" jsonb NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"wanted_at" timestamp (3) with time zone NOT NULL,
	"first_attempt_at" timestamp (3) with time zone,
	"attempted_at" timestamp (3) with time zone,
	"next_attempt_at" timestamp (3) with time zone,
	"response_status" integer,
	"response_text" text,
	"is_internal" boolean DEFAULT false NOT NULL,
	"error" text,
	"duration_ms" integer
);
--> statement-breakpoint
ALTER TABLE "connection_faults" ADD CONSTRAINT "connection_faults_connection_id_controller_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."controller_connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_channel_mutes" ADD CONSTRAINT "notification_channel_mutes_channel_id_notification_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."notification_channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_channel_mutes" ADD CONSTRAINT "notification_channel_mutes_saved_query_id_saved_queries_id_fk" FOREIGN KEY ("saved_query_id") REFERENCES "public"."saved_queries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_channels" ADD CONSTRAINT "notification_channels_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_channels" ADD CONSTRAINT "notification_channels_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_deliveries" ADD CONSTRAINT "notification_deliveries_channel_id_notification_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."notification_channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "notification_channel_mutes_key" ON "notification_channel_mutes" USING btree ("channel_id",coalesce("saved_query_id", '00000000-0000-0000-0000-000000000000'));--> statement-breakpoint
CREATE INDEX "notification_channel_mutes_query_idx" ON "notification_channel_mutes" USING btree ("saved_query_id");--> statement-breakpoint
CREATE INDEX "notification_channels_owner_idx" ON "notification_channels" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "notification_channels_group_idx" ON "notification_channels" USING btree ("group_id","created_at");--> statement-breakpoint
CREATE INDEX "notification_deliveries_waiting_idx" ON "notification_deliveries" USING btree ("channel_id","position") WHERE "notification_deliveries"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "notification_deliveries_channel_idx" ON "notification_deliveries" USING btree ("channel_id","position");--> statement-breakpoint
CREATE INDEX "notification_deliveries_created_idx" ON "notification_deliveries" USING btree ("created_at","id");